import type { BrowserContext, Route } from 'playwright-core';
import { TROUBLED_CYCLES, TROUBLED_QUEUE, TROUBLED_SETTINGS } from './troubled-automation.ts';

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const lost = {
  code: 'auth',
  message: 'Pagecast can no longer post to Corner Bakery. Reconnect it to continue. Your 4 scheduled posts are kept.',
  action: 'reconnect',
  facebook: { code: 190, subcode: 463, traceId: 'AbCdEfGhIjKlMnOp' },
};

const post = (id: number, part: object) => ({
  id,
  content: `Post ${id}: fresh sourdough every Saturday, warm loaves at eight.`,
  contentType: 'promotional',
  tone: 'Professional',
  keywords: null,
  isAiGenerated: false,
  status: 'scheduled',
  scheduledAt: at(id * 60),
  publishedAt: null,
  facebookPageId: 1,
  pageName: 'Corner Bakery',
  facebookPostId: null,
  permalinkUrl: null,
  publishPlatform: 'facebook',
  mediaData: null,
  mediaType: 'text',
  isReel: false,
  isLate: false,
  problem: null,
  createdAt: at(-600),
  ...part,
});

const POSTS = [
  post(1, {}),
  post(2, { problem: lost }),
  post(3, {
    scheduledAt: at(-12),
    problem: {
      code: 'retrying',
      message: "Facebook isn't responding. We'll keep trying and publish the post as soon as it does.",
      action: null,
    },
  }),
  post(4, {
    status: 'publishing',
    scheduledAt: at(-1),
    problem: {
      code: 'confirming',
      message:
        'Facebook has not confirmed this post yet. We are checking whether it went out; it will not be sent twice.',
      action: null,
    },
  }),
  post(5, {
    status: 'failed',
    scheduledAt: at(-90),
    problem: {
      code: 'refused',
      message: 'Facebook refused this post: the link leads nowhere.',
      action: 'edit',
      facebook: { code: 100, subcode: null, traceId: 'QrStUvWxYz' },
    },
  }),
  post(6, { status: 'failed', scheduledAt: at(-80), problem: lost }),
  post(7, {
    status: 'failed',
    scheduledAt: at(-70),
    problem: {
      code: 'blocked',
      message: 'Facebook has stopped posts on Corner Bakery for now.',
      action: 'open_facebook',
    },
  }),
  post(8, {
    status: 'missed',
    scheduledAt: at(-200),
    problem: {
      code: 'missed',
      message: 'This post could not go out within an hour of its time. Publish it now, pick a new time, or delete it.',
      action: 'publish_now',
    },
  }),
];

const NOTIFICATIONS = [
  {
    id: 3,
    kind: 'failed',
    title: 'A post on Corner Bakery did not go out',
    description: 'Facebook refused this post: the link leads nowhere.',
    count: 1,
    postId: 5,
    facebookPageId: 1,
    problem: null,
    isRead: false,
    at: at(-2),
  },
  {
    id: 2,
    kind: 'missed',
    title: '50 posts on Corner Bakery were missed',
    description: 'These posts could not go out within an hour of their time.',
    count: 50,
    postId: 8,
    facebookPageId: 1,
    problem: null,
    isRead: false,
    at: at(-40),
  },
  {
    id: 1,
    kind: 'page',
    title: 'Corner Bakery has to be reconnected',
    description: lost.message,
    count: 1,
    postId: null,
    facebookPageId: 1,
    problem: lost,
    isRead: true,
    at: at(-300),
  },
];

const WARNINGS = [
  { facebookPageId: 1, pageName: 'Corner Bakery', posts: 4, failsFrom: at(600), problem: lost },
  {
    facebookPageId: 2,
    pageName: 'Harbour Gym',
    posts: 1,
    failsFrom: at(2000),
    problem: {
      code: 'token_expires',
      message: 'Facebook ends our access to Harbour Gym on Friday.',
      action: 'reconnect',
    },
  },
];

/**
 * Shows a deployment in which everything that can go wrong has gone wrong, to look at its screens: the loop stands
 * still, pages are lost, posts failed.
 */
export async function troubleEverything(context: BrowserContext): Promise<void> {
  const answer = (pattern: string, reply: (url: URL) => unknown) =>
    context.route(pattern, (route: Route) => route.fulfill({ json: reply(new URL(route.request().url())) }));
  await answer('**/api/status', () => ({ loop: { isRunning: false, lastTickAt: at(-5) }, appMode: 'development' }));
  await answer('**/api/notifications', () => ({ unread: 51, notifications: NOTIFICATIONS }));
  await answer('**/api/facebook-pages/warnings', () => WARNINGS);
  await answer('**/api/posts/status/*', ({ pathname }) =>
    POSTS.filter(({ status }) => pathname.endsWith(`/${status}`)),
  );
  await answer('**/api/posts/waiting*', ({ searchParams }) => {
    const found = POSTS.filter(({ status }) =>
      (searchParams.get('for') === 'owner' ? ['failed', 'missed'] : ['scheduled', 'publishing']).includes(status),
    );
    return { posts: found, pagination: { page: 1, limit: 25, pages: 3, total: found.length, all: found.length } };
  });
  await answer('**/api/posts/calendar*', () => ({
    posts: POSTS.filter(({ status }) => ['scheduled', 'publishing'].includes(status)).map(
      ({ content, problem, ...entry }) => ({ ...entry, excerpt: content, hasProblem: problem !== null, matches: true }),
    ),
    isCut: true,
    lastScheduledAt: at(60 * 24 * 5),
  }));
  await answer('**/api/posts/paginated*', () => ({
    posts: [11, 12, 13].map((id) =>
      post(id, {
        status: 'published',
        publishedAt: at(-id * 60),
        isLate: id === 12,
        facebookPostId: `1000_${id}`,
        permalinkUrl: 'https://www.facebook.com/1',
      }),
    ),
    pagination: { page: 1, limit: 10, total: 3, pages: 1 },
  }));
  await answer('**/api/automation/settings-v2', () => TROUBLED_SETTINGS);
  await answer('**/api/automation/queue', () => TROUBLED_QUEUE);
  await answer('**/api/automation/cycles', () => TROUBLED_CYCLES);
}
