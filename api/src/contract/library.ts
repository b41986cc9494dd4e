import * as z from 'zod/mini';
import { byId, Instant, limited, PageLimit, PageNumber, SearchText } from './common.ts';
import { CROP_SHAPES } from './crop.ts';
import { endpoint, none } from './endpoint.ts';
import { PageId } from './ids.ts';
import { ALT_TEXT_LIMIT, FileName, MediaFile } from './media.ts';
import { POST_STATUSES } from './posts.ts';

/** The most that a person's library holds. */
export const LIBRARY_MAX_FILES = 10_000;
export const LIBRARY_MAX_BYTES = 20 * 1024 ** 3;

/** Files a page of the library holds. */
export const LIBRARY_PAGE_SIZE = 40;

const Shape = z.enum(CROP_SHAPES);

/** A file of the library: every image and video of a person is there once. */
export const LibraryFile = z.object({
  ...MediaFile.shape,
  kind: z.enum(['image', 'video']),
  /** Where its thumbnail is; null of videos until a browser draws one, and of images until it is drawn. */
  thumbnail: z.nullable(z.string()),
  addedAt: Instant,
  /** Of a crop: the file that it was cut from, unless that is gone, and its shape. */
  originId: z.nullable(z.number()),
  shape: z.nullable(Shape),
  /** How many posts have it: those that have not gone out yet, and published ones. */
  waitingPosts: z.number(),
  publishedPosts: z.number(),
});
export type LibraryFile = z.infer<typeof LibraryFile>;

/** A post that has the file. */
const UsingPost = z.object({
  id: z.number(),
  /** The beginning of its text. */
  excerpt: z.string(),
  status: z.enum(POST_STATUSES),
  pageName: z.nullable(z.string()),
  scheduledAt: z.nullable(Instant),
  publishedAt: z.nullable(Instant),
});
const UsingDraft = z.object({ key: z.string(), excerpt: z.string(), updatedAt: Instant });

/** A file with what uses it: posts, the newest first and not all of very many, and what is being written. */
export const LibraryFileUses = z.object({
  ...LibraryFile.shape,
  posts: z.array(UsingPost),
  drafts: z.array(UsingDraft),
});
export type LibraryFileUses = z.infer<typeof LibraryFileUses>;

export const listLibrary = endpoint({
  method: 'GET',
  path: '/api/library',
  access: 'user',
  scope: 'read',
  resource: 'media',
  touches: [],
  isHeavy: true,
  params: none,
  query: z.strictObject({
    page: z.optional(PageNumber),
    limit: z.optional(PageLimit),
    /** Words, each in the name, the alt text, the text of a post that has the file, or the name of its page. */
    text: z.optional(SearchText),
    kind: z.optional(z.enum(['image', 'video'])),
    /** Files of posts for this page. */
    facebookPageId: z.optional(PageId),
  }),
  body: none,
  response: z.object({
    files: z.array(LibraryFile),
    pagination: z.object({ page: z.number(), limit: z.number(), total: z.number(), pages: z.number() }),
    /** How much of it there is altogether, whatever was looked for. */
    holds: z.optional(z.object({ files: z.number(), bytes: z.number() })),
  }),
});

export const readLibraryFile = endpoint({
  method: 'GET',
  path: '/api/library/:id',
  access: 'user',
  scope: 'read',
  resource: 'media',
  touches: [],
  params: byId,
  query: none,
  body: none,
  response: LibraryFileUses,
});

/** A field left out stays as it is; null clears it. Posts that have the file already keep their own alt text. */
export const updateLibraryFile = endpoint({
  method: 'PATCH',
  path: '/api/library/:id',
  access: 'user',
  scope: 'media',
  resource: 'media',
  touches: ['media'],
  params: byId,
  query: none,
  body: z.strictObject({
    name: z.optional(z.nullable(FileName)),
    altText: z.optional(z.nullable(limited(ALT_TEXT_LIMIT, z.trim()))),
  }),
  response: LibraryFile,
});

/** Bytes of an image that is to stand for a video, before it is drawn anew. */
export const FRAME_LIMIT_BYTES = 1024 ** 2;

/**
 * Gives a video of the library a thumbnail: one of its frames, as an image that browsers draw. It is shown to nobody
 * but its person, whose browser says what it is.
 */
export const keepVideoFrame = endpoint({
  method: 'POST',
  path: '/api/library/:id/frame',
  access: 'user',
  scope: 'media',
  resource: 'media',
  touches: ['media'],
  params: byId,
  query: none,
  body: none,
  response: LibraryFile,
  takesFile: true,
});

const Share = z.number().check(z.gte(0), z.lte(1));

/** Cuts an image to a shape, around a point of it. The crop is a file of its own; the same again answers the same. */
export const cropLibraryFile = endpoint({
  method: 'POST',
  path: '/api/library/:id/crops',
  access: 'user',
  scope: 'media',
  resource: 'media',
  touches: ['media'],
  params: byId,
  query: none,
  body: z.strictObject({ shape: Shape, focus: z.strictObject({ x: Share, y: Share }) }),
  response: LibraryFile,
  success: 201,
});
