import * as z from 'zod/mini';
import { Day, Instant } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/**
 * Entries of the activity list that the dashboard shows, and where it cuts a scheduled post. Source: spec section 9.
 */
export const RECENT_ACTIVITY_SHOWN = 4;
export const SCHEDULED_EXCERPT_LENGTH = 100;

/**
 * The header by which a screen tells the zone of its browser, an IANA name: the zone of everybody who has not chosen
 * another.
 */
export const TIME_ZONE_HEADER = 'x-time-zone';

export const DashboardStats = z.object({
  postsThisMonth: z.number(),
  /** Change against the same days of last month in %; 100 when they had none and this month has some. */
  monthChange: z.number(),
  scheduledPosts: z.number(),
  todayScheduled: z.number(),
  /** Likes, comments and shares last seen on all published posts. */
  totalEngagement: z.number(),
  aiGenerated: z.number(),
  /** What `monthChange` compares with: the posts of these days, both included. */
  lastMonth: z.optional(z.object({ posts: z.number(), from: Day, to: Day })),
});
export type DashboardStats = z.infer<typeof DashboardStats>;

export const dashboardStats = endpoint({
  method: 'GET',
  path: '/api/dashboard/stats',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'dashboard',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: DashboardStats,
});

export const ActivityEntry = z.object({
  id: z.string(),
  /** `published`, `scheduled`, `failed`, or another kind that the screen shows plainly. */
  type: z.string(),
  title: z.string(),
  description: z.string(),
  timestamp: Instant,
  isAiGenerated: z.boolean(),
  pageName: z.nullable(z.string()),
  /** The post it is about. */
  postId: z.optional(z.nullable(z.number())),
});
export type ActivityEntry = z.infer<typeof ActivityEntry>;

export const dashboardActivity = endpoint({
  method: 'GET',
  path: '/api/dashboard/activity',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'dashboard',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(ActivityEntry),
});

/** Weeks that the chart shows, the present one last, and days ahead of it. */
export const TREND_WEEKS = 8;
export const TREND_DAYS = 7;

export const DashboardTrend = z.object({
  /** Weeks of the viewer's zone, oldest first, each named by its Monday; the last one is not over yet. */
  weeks: z.array(
    z.object({
      start: Day,
      posts: z.number(),
      aiGenerated: z.number(),
      /** Likes, comments and shares last seen on the posts that went out in that week. */
      engagement: z.number(),
    }),
  ),
  /** Days of the viewer's zone from today on, with the posts that wait for them. */
  days: z.array(z.object({ date: Day, scheduled: z.number() })),
});
export type DashboardTrend = z.infer<typeof DashboardTrend>;

export const dashboardTrend = endpoint({
  method: 'GET',
  path: '/api/dashboard/trend',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'dashboard',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: DashboardTrend,
});

/** What a newcomer has done already; automation says of itself whether it runs. */
export const FirstSteps = z.object({
  hasPage: z.boolean(),
  hasGenerated: z.boolean(),
  hasScheduled: z.boolean(),
  /** The person has put the list away. */
  isDismissed: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

export const firstSteps = endpoint({
  method: 'GET',
  path: '/api/dashboard/first-steps',
  access: 'user',
  resource: 'dashboard',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: FirstSteps,
});

export const updateFirstSteps = endpoint({
  method: 'PATCH',
  path: '/api/dashboard/first-steps',
  access: 'user',
  resource: 'dashboard',
  touches: ['dashboard', 'session'],
  params: none,
  query: none,
  body: z.strictObject({ isDismissed: z.boolean() }),
  response: FirstSteps,
});
