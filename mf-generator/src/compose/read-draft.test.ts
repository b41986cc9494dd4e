import { expect, test } from 'vitest';
import { emptyDraft, severalFrom, type Draft } from '../drafts/draft.ts';
import { buildPrompt } from './prompt.ts';
import { readGeneration, readPost } from './read-draft.ts';

const timeZone = 'Asia/Kuala_Lumpur';
const now = new Date('2026-11-21T08:00:00+08:00');
const later = { date: '2026-11-24', time: '09:00' };
const filled: Draft = {
  ...emptyDraft,
  pageId: '7',
  contentType: 'behind-scenes',
  keywords: ' new oven ',
  tone: 'Friendly',
  generated: 'From AI',
  manual: 'By hand',
};

test('the prompt names type, topic, tone, language and length, and ends by asking for hashtags', () => {
  expect(buildPrompt({ ...filled, language: 'Bahasa Melayu', length: 'Long' })).toBe(
    'Write a behind scenes post for Facebook about new oven. Tone: friendly. Language: Bahasa Melayu. ' +
      'Length: Long (1000-2000 words). Include relevant hashtags',
  );
});

test.each<[string, Partial<Draft>, string, string]>([
  [
    'a missing content type is asked for first',
    { contentType: '', keywords: '' },
    'Missing Information',
    'Please select a content type.',
  ],
  [
    'keywords of spaces only are none',
    { keywords: '  ' },
    'Missing Keywords',
    'Please enter topic/keywords for content generation.',
  ],
])('%s', (_, part, title, description) => {
  expect(readGeneration({ ...filled, ...part })).toMatchObject({ problem: { title, description } });
});

test('a complete form becomes the body of the generation call', () => {
  expect(readGeneration(filled)).toEqual({
    body: {
      prompt: buildPrompt(filled),
      contentType: 'behind-scenes',
      keywords: 'new oven',
      tone: 'Friendly',
      language: 'English',
      length: 'Medium',
      facebookPageId: 7,
    },
  });
});

test.each<[string, Partial<Draft>, string, string]>([
  ['AI mode without a text asks to generate', { generated: ' ' }, 'No Content', 'Please generate content first.'],
  [
    'manual mode without a text asks to write',
    { mode: 'manual', manual: '' },
    'No Content',
    'Please enter your content.',
  ],
  [
    'publishing needs a page',
    { pageId: '' },
    'Facebook Page Required',
    'Please select a Facebook page to publish this post.',
  ],
  [
    'scheduling needs a page',
    { pageId: '', schedule: later },
    'Facebook Page Required',
    'Please select a Facebook page to schedule this post.',
  ],
  [
    'a date alone never publishes at once',
    { schedule: { date: '2026-11-24', time: '' } },
    'Missing Schedule',
    'Please select both date and time for scheduling.',
  ],
  [
    'a time alone never publishes at once',
    { schedule: { date: '', time: '09:00' } },
    'Missing Schedule',
    'Please select both date and time for scheduling.',
  ],
  [
    'a time that has passed is refused',
    { schedule: { date: '2026-11-21', time: '08:00' } },
    'Invalid Schedule Time',
    'Please select a future date and time.',
  ],
])('%s', (_, part, title, description) => {
  expect(readPost({ ...filled, ...part }, { timeZone, now })).toMatchObject({ problem: { title, description } });
});

test('a post for now is sent as published, with its tone in lower case', () => {
  expect(readPost(filled, { timeZone, now })).toEqual({
    body: {
      content: 'From AI',
      contentType: 'behind-scenes',
      tone: 'friendly',
      keywords: 'new oven',
      isAiGenerated: true,
      status: 'published',
      scheduledAt: null,
      facebookPageId: 7,
      publishPlatform: 'facebook',
    },
  });
});

test('a text for several pages is asked for in the voices of all of them', () => {
  const several = { ...severalFrom('7'), pages: [{ pageId: '7' }, { pageId: '31' }] };
  expect(readGeneration({ ...filled, several })).toMatchObject({ body: { facebookPageId: null, pageIds: [7, 31] } });
  expect(readGeneration(filled)).not.toHaveProperty('body.pageIds');
});

test('a manual post for later carries its instant, no keywords, and no type when none was chosen', () => {
  expect(readPost({ ...filled, mode: 'manual', contentType: '', schedule: later }, { timeZone, now })).toEqual({
    body: {
      content: 'By hand',
      tone: 'friendly',
      keywords: null,
      isAiGenerated: false,
      status: 'scheduled',
      scheduledAt: '2026-11-24T01:00:00.000Z',
      facebookPageId: 7,
      publishPlatform: 'facebook',
    },
  });
});
