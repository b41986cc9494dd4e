import * as z from 'zod/mini';
import { Instant } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { byPost, PageId } from './ids.ts';
import { Post } from './posts.ts';
import { TimelineEntry } from './timeline.ts';
import { CalendarPost } from './waiting-posts.ts';

/** Posts of others that one answer holds. What is beyond, the latest, is left out and said to be. */
export const QUEUE_MAX_POSTS = 1000;

/** What somebody else has planned on a page that the caller works with: to see, not to change. */
export const QueuedPost = z.object({
  ...CalendarPost.shape,
  /** The page as the caller knows it: their own, or the one that is shared with them. */
  facebookPageId: z.number(),
  /** Whose post it is. */
  author: z.object({ name: z.string() }),
  /** What the caller is on this page: `owner` where they have connected it themselves. */
  role: z.string(),
});
export type QueuedPost = z.infer<typeof QueuedPost>;

/**
 * What others have planned between two instants, the second excluded, earliest first: on pages that the caller has
 * connected as well, and on those that are shared with them.
 */
export const listQueue = endpoint({
  method: 'GET',
  path: '/api/queue',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  isHeavy: true,
  params: none,
  query: z.strictObject({ from: Instant, to: Instant, facebookPageId: z.optional(PageId) }),
  body: none,
  response: z.object({ posts: z.array(QueuedPost), isCut: z.boolean() }),
});

/** One of them with its story, oldest first. Files and prompts of others are not shown. */
export const readQueuedPost = endpoint({
  method: 'GET',
  path: '/api/queue/:id',
  access: 'user',
  scope: 'read',
  resource: 'posts',
  touches: [],
  params: byPost,
  query: none,
  body: none,
  response: z.object({
    post: Post,
    author: z.object({ name: z.string() }),
    role: z.string(),
    entries: z.array(TimelineEntry),
  }),
});
