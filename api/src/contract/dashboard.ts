import * as z from 'zod/mini';
import { Instant } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** Entries of the activity list that the dashboard shows, and where it cuts a scheduled post. Source: spec section 9. */
export const RECENT_ACTIVITY_SHOWN = 4;
export const SCHEDULED_EXCERPT_LENGTH = 100;

/** The header by which a screen tells the zone of its browser, an IANA name: the zone of everybody who has not chosen another. */
export const TIME_ZONE_HEADER = 'x-time-zone';

export const DashboardStats = z.object({
  postsThisMonth: z.number(),
  /** Change against last month in %; 100 when last month had none and this one has some. */
  monthChange: z.number(),
  scheduledPosts: z.number(),
  todayScheduled: z.number(),
  /** Likes, comments and shares last seen on all published posts. */
  totalEngagement: z.number(),
  aiGenerated: z.number(),
});
export type DashboardStats = z.infer<typeof DashboardStats>;

export const dashboardStats = endpoint({
  method: 'GET', path: '/api/dashboard/stats', access: 'user', resource: 'dashboard', touches: [],
  params: none, query: none, body: none, response: DashboardStats,
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
});
export type ActivityEntry = z.infer<typeof ActivityEntry>;

export const dashboardActivity = endpoint({
  method: 'GET', path: '/api/dashboard/activity', access: 'user', resource: 'dashboard', touches: [],
  params: none, query: none, body: none, response: z.array(ActivityEntry),
});
