import * as z from 'zod/mini';
import { byId, Count, Instant, list, SearchText } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { PageId, PostId } from './ids.ts';
import { POST_STATUSES } from './posts.ts';
import { MOST_UNDO_SECONDS } from './publishing.ts';

/** Posts that one call changes at most. */
export const BULK_MAX_POSTS = 500;
/** So far posts are moved at most, forth or back. */
export const BULK_MAX_DAYS = 366;
/** How long a bulk change can be undone; one that publishes only until its posts are on their way. */
export const BULK_UNDO_MINUTES = 60;

export const BULK_KINDS = ['move', 'slots', 'page', 'publish', 'delete'] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** Posts that wait for their time, as `listWaitingPosts` and `calendarPosts` find them. */
const BulkFilter = z.strictObject({
  facebookPageId: z.optional(PageId),
  text: z.optional(SearchText),
  from: z.optional(Instant),
  /** Excluded. */
  to: z.optional(Instant),
});
export type BulkFilter = z.input<typeof BulkFilter>;

const Days = z.int().check(
  z.gte(-BULK_MAX_DAYS),
  z.lte(BULK_MAX_DAYS),
  z.refine((days) => days !== 0, 'Must not be 0'),
);
const DelaySeconds = z.int().check(z.minimum(1), z.maximum(MOST_UNDO_SECONDS));
const Change = z.discriminatedUnion('kind', [
  /** By so many days, at the same time of day in the caller's zone. */
  z.strictObject({ kind: z.literal('move'), days: Days }),
  /** Each to the next free slot of its page from then on, or from now on, in the order of their times. */
  z.strictObject({ kind: z.literal('slots'), from: z.optional(Instant) }),
  z.strictObject({ kind: z.literal('page'), facebookPageId: PageId }),
  /** One post of each page goes out so many seconds from now, unless that is undone; the others keep their times. */
  z.strictObject({ kind: z.literal('publish'), delaySeconds: z.optional(DelaySeconds) }),
  z.strictObject({ kind: z.literal('delete') }),
]);
export type BulkChangeInput = z.input<typeof Change>;

/** A post that stays as it is, and why. */
export const BulkUnchanged = z.object({
  postId: z.number(),
  excerpt: z.nullable(z.string()),
  pageName: z.nullable(z.string()),
  /** null: it is gone. */
  status: z.nullable(z.enum(POST_STATUSES)),
  scheduledAt: z.nullable(Instant),
  /** For those who group them, such as `too-close`; there may come more. */
  reason: z.string(),
  message: z.string(),
});
export type BulkUnchanged = z.infer<typeof BulkUnchanged>;

const BulkOutcome = z.object({ postIds: z.array(z.number()), unchanged: z.array(BulkUnchanged) });

/** Which posts were changed, and which were not. All of it is done when it is answered, or nothing is. */
export const BulkChange = z.object({
  id: z.number(),
  kind: z.string(),
  postIds: z.array(z.number()),
  unchanged: z.array(BulkUnchanged),
  /** null: there is nothing to undo, or it was undone. */
  undoUntil: z.nullable(Instant),
  /** What its undo did, where there was one. */
  undone: z.nullable(BulkOutcome),
});
export type BulkChange = z.infer<typeof BulkChange>;

/**
 * Changes many posts at once: those with these ids, or those that a filter finds. What cannot be changed is left as it
 * is and said to be; the others are changed in one transaction. More than `BULK_MAX_POSTS` are refused as a whole.
 * A token deletes what it may delete one by one: drafts with the scope `draft`.
 */
export const changeManyPosts = endpoint({
  method: 'POST',
  path: '/api/bulk-changes',
  access: 'user',
  scope: 'schedule',
  isByPage: true,
  resource: 'posts',
  touches: ['posts', 'dashboard', 'notifications'],
  params: none,
  query: none,
  body: z.strictObject({
    postIds: z.optional(list(PostId, BULK_MAX_POSTS)),
    filter: z.optional(BulkFilter),
    /** With a filter: of those it finds, so many, earliest first. */
    first: z.optional(z.int().check(z.gte(1), z.lte(BULK_MAX_POSTS))),
    /** With a filter: how many the caller has seen. Where it finds another number by now, nothing changes. */
    expected: z.optional(Count),
    change: Change,
    /** What becomes of a post that would be closer to another one of its page than `User.spacingMinutes`. */
    tooClose: z.optional(z.enum(['refuse', 'allow'])),
  }),
  response: BulkChange,
  success: 201,
  idempotent: true,
});

/**
 * Puts back what the change did: times, pages, states, and posts that were deleted. What somebody has changed since
 * stays, and is said to. Done again, it changes nothing and answers the same.
 */
export const undoBulkChange = endpoint({
  method: 'POST',
  path: '/api/bulk-changes/:id/undo',
  access: 'user',
  scope: 'schedule',
  isByPage: true,
  resource: 'posts',
  touches: ['posts', 'dashboard', 'notifications'],
  params: byId,
  query: none,
  body: none,
  response: BulkChange,
});
