import {
  checkClaims,
  checkPost,
  createPost,
  generateContent,
  listDrafts,
  listFeeds,
  type Feed,
  NO_VOICE,
  readPageVoice,
  saveDraft,
} from '@pagecast/api/contract';
import { samplePage, samplePost } from '../scripts/release/smoke-samples.ts';
import { answer, smokeJourney } from '../scripts/release/smoke.ts';

const sampleFeed = {
  id: 1,
  facebookPageId: samplePage.id,
  address: 'https://news.example/feed',
  title: 'Klang News',
  wordsIn: [],
  wordsOut: [],
  mostADay: 3,
  language: 'English',
  isPaused: false,
  drafts: 2,
  lastReadAt: '2026-01-05T09:00:00.000Z',
  problem: null,
  failingSince: null,
} satisfies Feed;

export default smokeJourney({
  answers: [
    answer(listDrafts, []),
    answer(saveDraft, ({ params, body }) => ({
      key: params['key'] ?? '',
      revision: 1,
      updatedAt: '2026-01-05T09:00:00.000Z',
      fields: (body as { fields: never }).fields,
    })),
    answer(checkPost, { repetitions: [], near: [] }),
    answer(checkClaims, {
      claims: [{ kind: 'time', text: 'eight', start: 15, end: 20 }],
      unsourced: 1,
      sourced: 0,
      checkedTo: null,
      avoided: [],
    }),
    answer(generateContent, { content: 'Warm loaves at eight.', generationId: 31 }),
    answer(readPageVoice, {
      facebookPageId: samplePage.id,
      pageName: samplePage.name,
      voice: { ...NO_VOICE, tone: 'Warm, like a neighbour' },
      revision: 1,
      updatedAt: '2026-01-05T09:00:00.000Z',
      mayEdit: true,
    }),
    answer(listFeeds, [sampleFeed]),
    answer(createPost, samplePost({ content: 'Warm loaves at eight.' })),
  ],
  async run(robot) {
    await robot.open('/content-generator', 'Create content for Facebook and fiztech.example');
    await robot.see(samplePage.name);
    await robot.choose('Content type', 'Promotional');
    await robot.write('Topic / keywords', 'bread');
    await robot.press('Generate Content');
    await robot.hasCalled(generateContent);
    await robot.see('Warm loaves at eight.');
    await robot.see('No source');
    await robot.press('Publish Now');
    await robot.hasCalled(createPost, { content: 'Warm loaves at eight.' });
    await robot.open('/content-generator/voice', 'Page Voice');
    await robot.see('Words to avoid');
    await robot.open('/content-generator/feeds', 'Feeds');
    await robot.see('Klang News');
  },
});
