import {
  dashboardActivity,
  dashboardStats,
  dashboardTrend,
  firstSteps,
  generateContent,
  listWaitingPosts,
} from '@pagecast/api/contract';
import { samplePost } from '../scripts/release/smoke-samples.ts';
import { answer, smokeJourney } from '../scripts/release/smoke.ts';

const next = samplePost({
  id: 2,
  content: 'Rye bread on Friday.',
  status: 'scheduled',
  publishedAt: null,
  scheduledAt: '2099-01-05T09:00:00.000Z',
});

export default smokeJourney({
  answers: [
    answer(dashboardStats, {
      postsThisMonth: 1234,
      monthChange: 20,
      scheduledPosts: 5,
      todayScheduled: 2,
      totalEngagement: 98_765,
      aiGenerated: 17,
    }),
    answer(dashboardTrend, { weeks: [], days: [] }),
    answer(dashboardActivity, [
      {
        id: '1',
        type: 'published',
        title: 'Post published',
        description: 'Fresh bread from seven.',
        timestamp: '2026-01-05T09:00:00.000Z',
        isAiGenerated: false,
        pageName: 'Corner Bakery',
      },
    ]),
    answer(firstSteps, { hasPage: true, hasGenerated: true, hasScheduled: true, isDismissed: true }),
    answer(listWaitingPosts, {
      posts: [next],
      pagination: { page: 1, limit: 5, pages: 1, total: 1, all: 1 },
    }),
    answer(generateContent, { content: 'Warm loaves at eight.', generationId: 31 }),
  ],
  async run(robot) {
    await robot.open('/', 'Dashboard');
    await robot.see('1,234');
    await robot.see('Fresh bread from seven.');
    await robot.see(next.content);
    await robot.choose('Content type', 'Promotional');
    await robot.write('Keywords', 'bread');
    await robot.press('Generate Content');
    await robot.hasCalled(generateContent);
    await robot.see('Warm loaves at eight.');
  },
});
