import * as z from 'zod/mini';
import { byId, Instant, limited, list } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { GenerationId } from './generation.ts';
import { PostedMedia } from './media.ts';
import { COMPOSITION_MAX_PAGES, PageId } from './ids.ts';
import { PLACEMENTS } from './stories.ts';
import {
  Content,
  ContentOrNone,
  MEDIA_TYPES,
  MOST_FILES,
  NEEDS_CONTENT,
  NextSlot,
  Post,
  POST_STATUSES,
  TextFields,
} from './posts.ts';

export { COMPOSITION_MAX_PAGES };
/** Between a page and the next one: a day at most. */
export const STAGGER_MAX_MINUTES = 24 * 60;

const Link = limited(
  2000,
  z.trim(),
  z.regex(/^https?:\/\/[^\s/]\S*$/i, 'Must be an address that begins with http:// or https://'),
);
const Media = z.optional(z.nullable(list(PostedMedia, MOST_FILES)));
const MediaType = z.optional(z.nullable(z.enum(MEDIA_TYPES)));
/**
 * What becomes of a post closer to another one of its page than `User.spacingMinutes`: with `nextFree` it gets the next
 * moment at which its page is free. Left out, it is refused.
 */
export const TOO_CLOSE = ['refuse', 'allow', 'nextFree'] as const;
export type TooClose = (typeof TOO_CLOSE)[number];
const TooCloseChoice = z.optional(z.enum(TOO_CLOSE));

/** A page, and what its post has of its own; what is left out is that of the composition. */
export const ComposedPage = z.strictObject({
  facebookPageId: PageId,
  content: z.optional(Content),
  /** null: none, where the others have one. */
  link: z.optional(z.nullable(Link)),
  mediaType: MediaType,
  media: Media,
  scheduledAt: z.optional(Instant),
});
export type ComposedPage = z.input<typeof ComposedPage>;

/** Of a post: its composition's text is not its own, nor are the files that all have. */
const ComposedPost = z.extend(Post, { hasOwnText: z.boolean(), hasOwnMedia: z.optional(z.boolean()) });

export const Composition = z.object({
  id: z.number(),
  /** The text of the pages that have none of their own, with its link. */
  content: z.string(),
  createdAt: Instant,
  /** In the order in which the pages were given. One that was deleted is no longer among them. */
  posts: z.array(ComposedPost),
});
export type Composition = z.infer<typeof Composition>;

/** A post that was left as it is, and why. */
export const UnchangedPost = z.object({
  postId: z.number(),
  facebookPageId: z.nullable(z.number()),
  pageName: z.nullable(z.string()),
  status: z.enum(POST_STATUSES),
  message: z.string(),
});
export type UnchangedPost = z.infer<typeof UnchangedPost>;

/**
 * One text for several pages, each of which gets a post of its own: all of them, or none where anything is wrong with
 * one. `issues` name the page by its place (`pages.2.scheduledAt`) and, in words, by its name. A post too close to
 * another one of its page answers 409 with `tooClose`, which says when each page would be free.
 */
export const createComposition = endpoint({
  method: 'POST',
  path: '/api/compositions',
  access: 'user',
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: none,
  query: none,
  body: z
    .strictObject({
      content: ContentOrNone,
      /** Stands below the text, unless the text has it already. */
      link: z.optional(z.nullable(Link)),
      ...TextFields.shape,
      isAiGenerated: z.optional(z.boolean()),
      generationId: GenerationId,
      mediaType: MediaType,
      media: Media,
      /** A story for each of the pages: an image or a video, without text and link. */
      placement: z.optional(z.enum(PLACEMENTS)),
      /** `published` publishes at once, and does not wait for the end of it. */
      status: z.enum(['draft', 'scheduled', 'published']),
      scheduledAt: z.optional(z.nullable(Instant)),
      /** From a page to the next one in this order. A page with a time of its own keeps that. */
      staggerMinutes: z.optional(z.int().check(z.nonnegative(), z.lte(STAGGER_MAX_MINUTES))),
      /** Each page at its own: from `scheduledAt` or now on, when it did best so far and is free. */
      atBestTime: z.optional(z.boolean()),
      /** Each page without a time of its own: at its own next free slot. */
      nextSlot: z.optional(NextSlot),
      tooClose: TooCloseChoice,
      pages: list(ComposedPage, COMPOSITION_MAX_PAGES),
    })
    .check(NEEDS_CONTENT),
  response: Composition,
  success: 201,
  idempotent: true,
});

/** Who is too close to another post of its page. A field of the 409 above. */
export const TooClosePost = z.object({
  facebookPageId: z.number(),
  pageName: z.string(),
  scheduledAt: Instant,
  /** When the other one went out, or will. */
  otherAt: Instant,
  /** The first moment from `scheduledAt` on at which the page is free. */
  freeAt: Instant,
});
export type TooClosePost = z.infer<typeof TooClosePost>;

export const readComposition = endpoint({
  method: 'GET',
  path: '/api/compositions/:id',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  params: byId,
  query: none,
  body: none,
  response: Composition,
});

/**
 * Changes its posts together, those that may still be changed. A new text is for the posts that have the common one,
 * and so are other files. A new time is that of the earliest, and the others keep their distance from it; null takes
 * all off the schedule. What is wrong with one file or one time changes nothing at all.
 */
export const updateComposition = endpoint({
  method: 'PATCH',
  path: '/api/compositions/:id',
  access: 'user',
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: byId,
  query: none,
  body: z.strictObject({
    content: z.optional(Content),
    /** The new text takes the place of texts of a page's own too. */
    includeOwnTexts: z.optional(z.boolean()),
    ...TextFields.shape,
    /** In their order, in the place of those that the posts have, which may be among them; none with `[]`. */
    media: z.optional(list(PostedMedia, MOST_FILES)),
    /** What the files are; left out, images. */
    mediaType: z.optional(z.enum(MEDIA_TYPES)),
    /** The files take the place of a page's own too. */
    includeOwnMedia: z.optional(z.boolean()),
    scheduledAt: z.optional(z.nullable(Instant)),
    /** In the place of a time: each page at its own next free slot. */
    nextSlot: z.optional(NextSlot),
    tooClose: TooCloseChoice,
  }),
  response: z.object({ composition: Composition, unchanged: z.array(UnchangedPost) }),
});

/** Deletes its posts, or those of them that are chosen, but for those that are out or on their way. */
export const deleteComposition = endpoint({
  method: 'DELETE',
  path: '/api/compositions/:id',
  access: 'user',
  scope: 'draft',
  isByPage: true,
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: byId,
  /** Ids, with commas between them. */
  query: z.strictObject({
    posts: z.optional(limited(2000, z.regex(/^\d{1,15}(,\d{1,15})*$/, 'Must be IDs with commas between them'))),
  }),
  body: none,
  response: z.object({ deleted: z.number(), unchanged: z.array(UnchangedPost) }),
});
