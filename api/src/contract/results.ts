import * as z from 'zod/mini';
import { Day, Instant, limited } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { byPage, PageId } from './ids.ts';
import { MEDIA_TYPES } from './posts.ts';

/** How far back posts of a page are compared, and how many of them tell something at least. */
export const COMPARED_DAYS = 90;
export const POSTS_THAT_TELL = 5;
/** Results asked for at once. */
export const RESULTS_AT_ONCE = 100;

/** What followers did with a post, as Facebook had it when we last read it. */
const Figures = z.object({
  likes: z.number(),
  comments: z.number(),
  shares: z.number(),
  /** All of them together. */
  engagement: z.number(),
  readAt: Instant,
});

/** How a post did beside those of its page of the last `COMPARED_DAYS` days, when they were as old as it was. */
export const Comparison = z.object({
  median: z.number(),
  /** How far it is above the median, in %, or below; null where the median is 0. */
  percent: z.nullable(z.number()),
  /** How many posts it is compared with, itself included. */
  posts: z.number(),
  /** How old they were, in hours: from the first to the second; null: and more. */
  ageHours: z.tuple([z.number(), z.nullable(z.number())]),
  /** Of the best tenth of them, and above the median. */
  isBest: z.boolean(),
});
export type Comparison = z.infer<typeof Comparison>;

export const PostResult = z.object({
  postId: z.number(),
  /** null: see `missing`. */
  figures: z.nullable(Figures),
  /**
   * Why there are no figures: `none-there` at a network without reactions, `not-yet` read, or `unreadable`: Facebook
   * gave none. Never the same as 0.
   */
  missing: z.nullable(z.enum(['none-there', 'not-yet', 'unreadable'])),
  /** Facebook no longer has the post: its figures are the last ones. */
  isGone: z.boolean(),
  /** null: see `notCompared`. */
  comparison: z.nullable(Comparison),
  /** `too-early`: read in the post's first hour. `too-few`: less than `POSTS_THAT_TELL` posts of that age. */
  notCompared: z.nullable(z.enum(['no-figures', 'too-early', 'too-few'])),
  /**
   * Of `too-few`: how many posts of that age there are so far, itself included, and when the first of them went out.
   * What posts had when they were young is known of those alone whose figures were read then.
   */
  soFar: z.optional(
    z.nullable(
      z.object({ posts: z.number(), first: Instant, ageHours: z.tuple([z.number(), z.nullable(z.number())]) }),
    ),
  ),
});
export type PostResult = z.infer<typeof PostResult>;

/**
 * How posts did, in the order of `ids`. Posts that are not the caller's, or not out, are left out. Facebook's figures
 * change with the dashboard's.
 */
export const postResults = endpoint({
  method: 'GET',
  path: '/api/post-results',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'dashboard',
  touches: [],
  params: none,
  query: z.strictObject({
    /** Joined by commas. */
    ids: limited(
      RESULTS_AT_ONCE * 16,
      z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'Must be ids of posts, joined by commas'),
      z.refine((given) => given.split(',').length <= RESULTS_AT_ONCE, `Must be at most ${RESULTS_AT_ONCE} ids`),
    ),
  }),
  body: none,
  response: z.array(PostResult),
});

/** Two hours of the week at which a page's posts do better than chance explains. */
export const BestHour = z.object({
  /** 1 (Monday) to 7; null: on any day. */
  weekday: z.nullable(z.number()),
  /** 0 to 23. The second may be of the next day. */
  fromHour: z.number(),
  toHour: z.number(),
  posts: z.number(),
  /** How far the median of these posts is above that of the page, in %, and where it lies with 95 % certainty. */
  percent: z.number(),
  low: z.number(),
  high: z.number(),
});
export type BestHour = z.infer<typeof BestHour>;

export const BestHours = z.object({
  /** The clearest first; none: not enough posts to tell. */
  best: z.array(BestHour),
  /** Posts of the last `COMPARED_DAYS` days that were looked at. */
  posts: z.number(),
  /** Times of the week with enough posts to tell, by which the posts were compared. */
  slots: z.number(),
  timeZone: z.string(),
  computedAt: Instant,
});
export type BestHours = z.infer<typeof BestHours>;

/** When a page's own posts do best. Found out about once a day. */
export const readBestHours = endpoint({
  method: 'GET',
  path: '/api/pages/:id/best-hours',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'pages',
  touches: [],
  isHeavy: true,
  params: byPage,
  query: none,
  body: none,
  response: BestHours,
});

const MonthName = limited(7, z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-11'));

/** Posts of a month that are listed at most; all of them count. */
export const MONTH_POSTS = 2000;
/** How many are shown as the best. */
export const MONTH_BEST = 5;

const MonthPost = z.object({
  id: z.number(),
  publishedAt: Instant,
  excerpt: z.string(),
  mediaType: z.enum(MEDIA_TYPES),
  permalinkUrl: z.nullable(z.string()),
  /** null: could not be read. */
  figures: z.nullable(Figures),
});
export type MonthPost = z.infer<typeof MonthPost>;

const Sums = z.object({
  posts: z.number(),
  /** Posts whose figures are known: the others do not count below. */
  read: z.number(),
  likes: z.number(),
  comments: z.number(),
  shares: z.number(),
  engagement: z.number(),
  /** Of the posts whose figures are known; null without any. */
  median: z.nullable(z.number()),
});

/** What a page did in a month of its zone. */
export const PageMonth = z.object({
  page: z.object({ id: z.number(), name: z.string() }),
  month: z.string(),
  timeZone: z.string(),
  sums: Sums,
  /** Of the month before; null where nothing went out. */
  before: z.nullable(Sums),
  /** Every day of the month. */
  days: z.array(z.object({ date: Day, posts: z.number(), engagement: z.number() })),
  /** The earliest first, at most `MONTH_POSTS`. */
  posts: z.array(MonthPost),
  /** Ids of the posts with most engagement, the best first. */
  best: z.array(z.number()),
  /** When the figures were read; null without any. */
  readFrom: z.nullable(Instant),
  readTo: z.nullable(Instant),
});
export type PageMonth = z.infer<typeof PageMonth>;

export const readPageMonth = endpoint({
  method: 'GET',
  path: '/api/pages/:id/month',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'dashboard',
  touches: [],
  isHeavy: true,
  params: byPage,
  query: z.strictObject({ month: MonthName }),
  body: none,
  response: PageMonth,
});

/** GET, for the owner of the page: the posts of a month as a CSV file. */
export const PAGE_MONTH_EXPORT_PATH = '/api/page-month.csv';
export const PageMonthExport = z.strictObject({ pageId: PageId, month: MonthName });
