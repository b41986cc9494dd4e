import * as z from 'zod/mini';
import { byId, Done, Instant, limited, list, WebAddress } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { LANGUAGES } from './generation.ts';
import { PageId } from './ids.ts';

/** Of one person, on all of their pages. */
export const MAX_FEEDS = 20;
export const FEED_MOST_A_DAY = 10;
export const FEED_DEFAULT_A_DAY = 3;
const FEED_WORDS = 20;

/** What an item says, in its title or its beginning; a word or several, in any letter case. */
const Words = list(limited(60, z.trim(), z.minLength(1, 'Must not be empty')), FEED_WORDS);
const MostADay = z.int().check(z.gte(1), z.lte(FEED_MOST_A_DAY));

const FeedChoices = {
  /** Only items with one of these make drafts; none: all do. */
  wordsIn: z.optional(Words),
  /** Items with one of these make none. */
  wordsOut: z.optional(Words),
  mostADay: z.optional(MostADay),
  /** Of the posts that are written of it. */
  language: z.optional(z.enum(LANGUAGES)),
};

/** A feed of news that makes drafts for a page. It never publishes. */
export const Feed = z.object({
  id: z.number(),
  facebookPageId: z.number(),
  address: z.string(),
  /** As its site calls it. */
  title: z.string(),
  wordsIn: z.array(z.string()),
  wordsOut: z.array(z.string()),
  mostADay: z.number(),
  language: z.enum(LANGUAGES),
  isPaused: z.boolean(),
  /** Drafts made of it in the last 30 days. */
  drafts: z.number(),
  lastReadAt: z.nullable(Instant),
  /** Why it was not read the last time, and what to do; null where it was. */
  problem: z.nullable(z.string()),
  /** Since when it cannot be read. */
  failingSince: z.nullable(Instant),
});
export type Feed = z.infer<typeof Feed>;

/** Feeds of all pages, the newest first. */
export const listFeeds = endpoint({
  method: 'GET',
  path: '/api/feeds',
  access: 'user',
  resource: 'drafts',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(Feed),
});

/** Reads it once, and refuses what is no feed. Its newest item becomes the first draft. */
export const addFeed = endpoint({
  method: 'POST',
  path: '/api/feeds',
  access: 'user',
  resource: 'drafts',
  touches: ['drafts'],
  params: none,
  query: none,
  body: z.strictObject({ facebookPageId: PageId, address: WebAddress, ...FeedChoices }),
  response: Feed,
  success: 201,
});

export const updateFeed = endpoint({
  method: 'PATCH',
  path: '/api/feeds/:id',
  access: 'user',
  resource: 'drafts',
  touches: ['drafts'],
  params: byId,
  query: none,
  body: z.strictObject({ ...FeedChoices, isPaused: z.optional(z.boolean()) }),
  response: Feed,
});

/** Drafts that it has made stay. */
export const deleteFeed = endpoint({
  method: 'DELETE',
  path: '/api/feeds/:id',
  access: 'user',
  resource: 'drafts',
  touches: ['drafts'],
  params: byId,
  query: none,
  body: none,
  response: Done,
});
