import { listLinkLimits, listPosts, listWaitingPosts, postResults, type PostResult } from '@pagecast/api/contract';
import { samplePost } from '../scripts/release/smoke-samples.ts';
import { answer, smokeJourney } from '../scripts/release/smoke.ts';

const published = samplePost({ content: 'Fresh bread from seven.' });
const scheduled = samplePost({
  id: 2,
  content: 'Rye bread on Friday.',
  status: 'scheduled',
  publishedAt: null,
  facebookPostId: null,
  scheduledAt: '2099-01-05T09:00:00.000Z',
});

const result = {
  postId: published.id,
  figures: { likes: 50, comments: 4, shares: 1, engagement: 55, readAt: '2026-01-05T09:00:00.000Z' },
  missing: null,
  isGone: false,
  comparison: { median: 40, percent: 38, posts: 14, ageHours: [168, null], isBest: true },
  notCompared: null,
} satisfies PostResult;

export default smokeJourney({
  answers: [
    answer(listLinkLimits, []),
    answer(postResults, [result]),
    answer(listPosts, { posts: [published], pagination: { page: 1, limit: 10, total: 1, pages: 1 } }),
    answer(listWaitingPosts, ({ query }) => {
      const posts = query['for'] === 'time' ? [scheduled] : [];
      return { posts, pagination: { page: 1, limit: 10, pages: 1, total: posts.length, all: posts.length } };
    }),
  ],
  async run(robot) {
    await robot.open('/history', 'Post History');
    await robot.see('1 published post');
    await robot.see('38% above median');
    await robot.press('View');
    await robot.seePart('dialog', 'Post Details');
    await robot.see(published.content);

    await robot.open('/scheduled?view=table', 'Scheduled Posts');
    await robot.see(scheduled.content);
    await robot.press('Reschedule');
    await robot.seePart('dialog', 'Reschedule Post');
  },
});
