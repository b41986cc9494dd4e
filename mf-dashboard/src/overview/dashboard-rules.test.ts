import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';
import { readQuickDraft, type QuickDraft } from './quick-generation.ts';

test.each([
  ['a short text stays whole', 'a'.repeat(100), 'a'.repeat(100)],
  ['the 101st character is left out', 'a'.repeat(101), `${'a'.repeat(100)}...`],
  ['a family emoji counts as one and is never cut in two', '👨‍👩‍👧'.repeat(101), `${'👨‍👩‍👧'.repeat(100)}...`],
])('%s', (_, content, expected) => {
  expect(excerpt(content)).toBe(expected);
});

const draft: QuickDraft = {
  contentType: 'crypto-analysis',
  keywords: ' bitcoin ',
  tone: 'Casual',
  language: 'English',
  length: 'Short',
};

test('the prompt is the keywords plus tone, language and length', () => {
  expect(readQuickDraft(draft)).toEqual({
    prompt: 'bitcoin. Tone: Casual. Language: English. Length: Short (50-100 words)',
    contentType: 'crypto-analysis',
    keywords: 'bitcoin',
    tone: 'Casual',
    language: 'English',
    length: 'Short',
  });
});

test.each([{ contentType: '' }, { keywords: '  ' }] as const)(
  'content type and keywords are both needed: %j',
  (part) => {
    expect(readQuickDraft({ ...draft, ...part })).toBeNull();
  },
);
