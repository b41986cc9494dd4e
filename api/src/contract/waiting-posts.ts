import * as z from 'zod/mini';
import { PageId, PostId, byPost } from './ids.ts';
import { Instant, PageLimit, PageNumber, SearchText } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { PUBLISH_PLATFORMS } from './networks.ts';
import { Content, MEDIA_TYPES, NextSlot, POST_STATUSES, Post } from './posts.ts';
import { PLACEMENTS } from './stories.ts';

/**
 * How many days a calendar may ask for at once: a month with the weeks around it, and a day of daylight saving on each
 * side.
 */
export const CALENDAR_MAX_DAYS = 46;
/** The most a calendar holds. What is beyond, the latest, is left out and said to be. */
export const CALENDAR_MAX_POSTS = 5000;
/** Letters of a post's text that a calendar shows at most. */
export const EXCERPT_LENGTH = 120;

/** Of the posts of a composition that failed or were missed, so many are told in a list. */
export const TROUBLED_SHOWN = 3;

/** What a list says of posts that are one text for several pages: of all of them, wherever they are listed. */
export const TiedPosts = z.object({
  compositionId: z.number(),
  /** How the text begins that most of them have. */
  excerpt: z.string(),
  /** How many of them there are of each status. */
  statuses: z.record(z.string(), z.number()),
  /** When the next of them goes out; where none does, the first time of those that did not. */
  scheduledAt: z.nullable(Instant),
  /** The first of those that failed or were missed. */
  troubled: z.array(Post),
});
export type TiedPosts = z.infer<typeof TiedPosts>;

const PageFilter = z.optional(PageId);
const TextFilter = z.optional(SearchText);

/**
 * One page of the posts that wait, earliest first: for their time (planned, or on their way out), or for their owner
 * (failed, missed, kept as a draft when they could not go out, or in doubt whether they are out). `post` asks for the
 * page that holds this post, where the filters let it through; `page` is not looked at then.
 */
export const listWaitingPosts = endpoint({
  method: 'GET',
  path: '/api/posts/waiting',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  isHeavy: true,
  params: none,
  query: z.strictObject({
    for: z.enum(['time', 'owner']),
    page: z.optional(PageNumber),
    limit: z.optional(PageLimit),
    facebookPageId: PageFilter,
    text: TextFilter,
    post: z.optional(PostId),
  }),
  body: none,
  response: z.object({
    posts: z.array(Post),
    /** What those of them are part of that are of several pages. */
    tied: z.optional(z.array(TiedPosts)),
    /** How many of them there are of each status. */
    kinds: z.optional(z.record(z.string(), z.number())),
    /** `total` is what the filters let through, `all` is without them. */
    pagination: z.object({
      page: z.number(),
      limit: z.number(),
      pages: z.number(),
      total: z.number(),
      all: z.number(),
    }),
  }),
});

/** As much of a post as a calendar shows. */
export const CalendarPost = z.object({
  id: z.number(),
  excerpt: z.string(),
  status: z.enum(POST_STATUSES),
  scheduledAt: Instant,
  /** As in `Post`. */
  publishNowAt: z.optional(z.nullable(Instant)),
  facebookPageId: z.nullable(z.number()),
  pageName: z.nullable(z.string()),
  publishPlatform: z.enum(PUBLISH_PLATFORMS),
  mediaType: z.enum(MEDIA_TYPES),
  /** Left out, it is among the page's posts. */
  placement: z.optional(z.enum(PLACEMENTS)),
  /** It waits on something, such as a page to reconnect. */
  hasProblem: z.boolean(),
  /** As in `Post`. */
  recurrenceId: z.optional(z.nullable(z.number())),
  /** Its text holds what is looked for. The others come too: what stands close to a post matters whatever it says. */
  matches: z.boolean(),
});
export type CalendarPost = z.infer<typeof CalendarPost>;

/**
 * Planned posts of which a calendar shows no more than that they are there. There are thousands, so they are told in
 * columns: what stands at one place of each of them is one post.
 */
export const CountedPosts = z.object({
  ids: z.array(z.number()),
  /** When each goes out: milliseconds since 1970. */
  times: z.array(z.number()),
  facebookPageIds: z.array(z.nullable(z.number())),
});
export type CountedPosts = z.infer<typeof CountedPosts>;

/** A post that is out, as a calendar shows it. */
export const PublishedEntry = z.object({
  id: z.number(),
  excerpt: z.string(),
  publishedAt: Instant,
  facebookPageId: z.nullable(z.number()),
  pageName: z.nullable(z.string()),
  publishPlatform: z.enum(PUBLISH_PLATFORMS),
  isLate: z.boolean(),
  /** Likes, comments and shares, as last seen; null when nobody has looked yet. */
  engagement: z.nullable(z.number()),
});
export type PublishedEntry = z.infer<typeof PublishedEntry>;

/**
 * What waits for its time between two instants, the second excluded, earliest first. With `perDay` the first posts of
 * each of the caller's days are told, so many of them, and the others are counted; where a text is looked for, all are
 * told.
 */
export const calendarPosts = endpoint({
  method: 'GET',
  path: '/api/posts/calendar',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  isHeavy: true,
  params: none,
  query: z.strictObject({
    from: Instant,
    to: Instant,
    facebookPageId: PageFilter,
    text: TextFilter,
    /** Also what is out since then. */
    published: z.optional(z.enum(['true', 'false'])),
    perDay: z.optional(PageLimit),
  }),
  body: none,
  response: z.object({
    posts: z.array(CalendarPost),
    /** With `perDay`: the other posts, earliest first. */
    further: z.optional(CountedPosts),
    /** Earliest first, where it was asked for: the newest of them, where they are too many. */
    published: z.optional(z.array(PublishedEntry)),
    isCut: z.boolean(),
    /** The last planned post of all, or of the page that is asked for; null when nothing is planned. */
    lastScheduledAt: z.nullable(Instant),
  }),
});

export const readPost = endpoint({
  method: 'GET',
  path: '/api/posts/:id',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  params: byPost,
  query: none,
  body: none,
  response: Post,
});

/** Plans another post with the text, the media and the settings of this one; what is given here is different. */
export const duplicatePost = endpoint({
  method: 'POST',
  path: '/api/posts/:id/duplicate',
  access: 'user',
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: byPost,
  query: none,
  body: z.strictObject({
    /** One of these two. */
    scheduledAt: z.optional(Instant),
    nextSlot: z.optional(NextSlot),
    content: z.optional(Content),
    facebookPageId: z.optional(PageId),
  }),
  response: Post,
  success: 201,
  idempotent: true,
});
