import * as z from 'zod/mini';
import { Count, Instant, limited, list, PageLimit } from './common.ts';
import { COMPOSITION_MAX_PAGES } from './compositions.ts';
import { endpoint, none } from './endpoint.ts';
import { PageId } from './ids.ts';

/** Times of a week that one page has at most. */
export const PLAN_MAX_SLOTS = 168;
/** How far ahead a page's next free slot is looked for. */
export const SLOT_HORIZON_DAYS = 730;
/** Free slots that one answer holds at most, of all its pages. What is beyond, the latest, is left out. */
export const FREE_SLOTS_MAX = 5000;

/** A time of the week, by the clocks of the page's zone: 1 is Monday, 7 is Sunday. */
export const WeeklySlot = z.strictObject({
  day: z.int().check(z.gte(1), z.lte(7)),
  time: limited(5, z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 09:00')),
});
export type WeeklySlot = z.infer<typeof WeeklySlot>;

/** When a page likes to post, week after week. */
export const PagePlan = z.object({
  facebookPageId: z.number(),
  /** Counts the times it was saved; 0 for a page that never had a plan. */
  revision: z.number(),
  /** The zone that was chosen for the page; null while its owner's counts. */
  timeZone: z.nullable(z.string()),
  /** The zone that counts. */
  zone: z.string(),
  /** In the order of the week. */
  slots: z.array(WeeklySlot),
});
export type PagePlan = z.infer<typeof PagePlan>;

/** One for each connected page, also for those without any slot. */
export const listPagePlans = endpoint({
  method: 'GET',
  path: '/api/page-plans',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'pages',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(PagePlan),
});

/**
 * Gives these pages this plan in the place of theirs: all of them, or none. Posts that are scheduled stay where they
 * are. Answers 409 with the `plans` as they are where somebody else has saved one meanwhile.
 */
export const replacePagePlans = endpoint({
  method: 'POST',
  path: '/api/page-plans',
  access: 'user',
  scope: 'schedule',
  resource: 'pages',
  touches: ['pages', 'posts'],
  params: none,
  query: none,
  body: z.strictObject({
    /** `revision` is the one that was read: nothing newer is written over. */
    pages: list(z.strictObject({ facebookPageId: PageId, revision: Count }), COMPOSITION_MAX_PAGES),
    timeZone: z.nullable(limited(100)),
    slots: list(WeeklySlot, PLAN_MAX_SLOTS),
  }),
  response: z.array(PagePlan),
});

/** The free slots of a page, earliest first. */
export const FreeSlots = z.object({ facebookPageId: z.number(), zone: z.string(), at: z.array(Instant) });
export type FreeSlots = z.infer<typeof FreeSlots>;

/**
 * The slots to come of all pages, or of one, that no other post of their page is too close to. Pages without a plan
 * are left out. They are not kept for anybody: `nextSlot` of the calls that make and move posts books them.
 */
export const freeSlots = endpoint({
  method: 'GET',
  path: '/api/page-plans/free',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  isHeavy: true,
  params: none,
  query: z.strictObject({
    facebookPageId: z.optional(PageId),
    /** Left out: from now on. */
    from: z.optional(Instant),
    /** Excluded. Left out: as far as is looked ahead. */
    before: z.optional(Instant),
    /** Of each page at most; left out, `FREE_SLOTS_MAX`. */
    count: z.optional(PageLimit),
  }),
  body: none,
  response: z.object({ pages: z.array(FreeSlots), isCut: z.boolean() }),
});
