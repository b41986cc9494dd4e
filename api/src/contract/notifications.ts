import * as z from 'zod/mini';
import { Done, Instant, list, RowId } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { Problem } from './pages.ts';

/**
 * Something that its owner has to know.
 * - `failed`, `missed`: posts that did not go out
 * - `page`: a page stands in the way of posts that are still to come
 * - `automation`: automation waits, or has paused a page
 */
export const Notification = z.object({
  id: z.number(),
  kind: z.enum(['failed', 'missed', 'page', 'automation']),
  title: z.string(),
  description: z.string(),
  /** Failures of one page and one cause make one notification; this is how many it stands for. */
  count: z.number(),
  /** Where it is dealt with, when that is not where things of its kind are. */
  path: z.optional(z.string()),
  /** The post it is about, the newest of several; null when it is about the page. */
  postId: z.nullable(z.number()),
  facebookPageId: z.nullable(z.number()),
  problem: z.nullable(Problem),
  isRead: z.boolean(),
  /** Of the newest thing it stands for. */
  at: Instant,
});
export type Notification = z.infer<typeof Notification>;

/** The newest first, and how many are unread in all. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'notifications',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.object({ unread: z.number(), notifications: z.array(Notification) }),
});

/** Marks these as read, or all of them when no ids are given. */
export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'user',
  resource: 'notifications',
  touches: ['notifications'],
  params: none,
  query: none,
  body: z.strictObject({ ids: z.optional(list(RowId, 500)) }),
  response: Done,
});
