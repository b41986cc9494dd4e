import * as z from 'zod/mini';
import { PageId, byPost } from './ids.ts';
import { Done, Instant, limited, list, LongText, oneOf, PageLimit, PageNumber, SearchText } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { GenerationId, TONES } from './generation.ts';
import { DATA_URL_MAX_LENGTH, MAX_PHOTOS, MediaFile, PostedMedia } from './media.ts';
import { PUBLISH_PLATFORMS } from './networks.ts';
import { Problem } from './pages.ts';
import { PLACEMENTS } from './stories.ts';

export const POST_STATUSES = ['draft', 'scheduled', 'publishing', 'published', 'failed', 'missed'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

export const MEDIA_TYPES = ['text', 'image', 'video', 'reel'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** Posts a page of the history holds, and how many page numbers its pager shows. Source: spec section 9. */
export const POSTS_PAGE_SIZE = 10;
export const PAGER_WINDOW = 5;

/** What published posts are put in order by, beside their time; `engagement` is all of it together. */
export const POST_SORTS = ['likes', 'comments', 'shares', 'engagement'] as const;
export type PostSort = (typeof POST_SORTS)[number];

export const Post = z.object({
  id: z.number(),
  content: z.string(),
  contentType: z.string(),
  tone: z.nullable(z.string()),
  keywords: z.nullable(z.string()),
  isAiGenerated: z.boolean(),
  status: z.enum(POST_STATUSES),
  scheduledAt: z.nullable(Instant),
  publishedAt: z.nullable(Instant),
  /** Asked for a moment ago: it goes out then, unless that is taken back before. */
  publishNowAt: z.optional(z.nullable(Instant)),
  /** Our own row id of the page; `pageName` is its name, also after it was removed. */
  facebookPageId: z.nullable(z.number()),
  pageName: z.nullable(z.string()),
  facebookPostId: z.nullable(z.string()),
  permalinkUrl: z.nullable(z.string()),
  publishPlatform: z.enum(PUBLISH_PLATFORMS),
  /** Where the first file is to be read, by its owner alone. */
  mediaData: z.nullable(z.string()),
  mediaType: z.enum(MEDIA_TYPES),
  isReel: z.boolean(),
  /** Left out, it is among the page's posts. */
  placement: z.optional(z.enum(PLACEMENTS)),
  /** Of a story that is out: followers see it until then. */
  storyEndsAt: z.optional(z.nullable(Instant)),
  /** Its files, in order. */
  media: z.optional(z.array(MediaFile)),
  /** It went out later than planned by more than a minute. */
  isLate: z.boolean(),
  /** What the post waits on, or why it did not go out. */
  problem: z.nullable(Problem),
  /** How far its files are on their way to Facebook, ahead of its time or at it: in words, and of 1. */
  upload: z.optional(z.nullable(z.object({ message: z.string(), share: z.number() }))),
  /** One text for several pages: the posts of it have the same; null of a post for itself. */
  compositionId: z.optional(z.nullable(z.number())),
  /** Made by a rule, and waits for its time: that rule. */
  recurrenceId: z.optional(z.nullable(z.number())),
  createdAt: Instant,
});
export type Post = z.infer<typeof Post>;

const ContentType = limited(50, z.regex(/^[a-z0-9-]{1,50}$/, 'Must be lower-case words joined by hyphens'));
export const Content = LongText.check(z.refine((value) => value.trim() !== '', 'Must not be empty'));
export const ContentOrNone = z.optional(
  LongText.check(z.refine((value) => value === '' || value.trim() !== '', 'Must not be empty')),
);
/** A story has no words, and every other post needs some. */
export const NEEDS_CONTENT = z.refine<{ content?: string | undefined; placement?: unknown } | null | undefined>(
  (body) => body?.placement === 'story' || Boolean(body?.content),
  { error: 'Must not be empty', path: ['content'], when: () => true },
);
/** Left out, it is among the page's posts. */
const Placement = z.optional(z.enum(PLACEMENTS));
const Tone = z.optional(z.nullable(oneOf(TONES)));
const Keywords = z.optional(z.nullable(limited(1000)));
/** What may be said of any text. */
export const TextFields = z.object({ contentType: z.optional(ContentType), tone: Tone, keywords: Keywords });
/** More than a post takes, so that who chose too many is told how many it does. */
export const MOST_FILES = 10 * MAX_PHOTOS;
/** A data URL, the id of a stored file, or stored files in order. */
const MediaData = z.optional(
  z.nullable(
    z.union(
      [limited(DATA_URL_MAX_LENGTH), z.number(), list(PostedMedia, MOST_FILES)],
      'Must be a data URL, the id of a stored file, or a list of {id, altText}',
    ),
  ),
);
/**
 * In the place of a time: the first free slot of the page's weekly plan, booked in the transaction that makes or moves
 * the post. Who asks for the same slot later gets the next one. Where there is none, nothing is done: 422.
 */
export const NextSlot = z.strictObject({
  /** Left out, or over by now: from now on. */
  from: z.optional(Instant),
  /** Excluded: a later slot does not count. */
  before: z.optional(Instant),
});
export const PageRef = z.optional(z.nullable(PageId));

/** Left out or empty, the post is for Facebook. */
const Platform = z.optional(z.nullable(z.enum([...PUBLISH_PLATFORMS, ''])));

export const listPostsByStatus = endpoint({
  method: 'GET',
  path: '/api/posts/status/:status',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  isHeavy: true,
  params: z.strictObject({ status: z.enum(POST_STATUSES) }),
  query: none,
  body: none,
  response: z.array(Post),
});

export const listPosts = endpoint({
  method: 'GET',
  path: '/api/posts/paginated',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  isHeavy: true,
  params: none,
  query: z.strictObject({
    page: z.optional(PageNumber),
    limit: z.optional(PageLimit),
    status: z.optional(z.enum(POST_STATUSES)),
    /** Words that a post holds, each of them, in any letter case and also within others. */
    text: z.optional(SearchText),
    facebookPageId: z.optional(PageId),
    publishPlatform: z.optional(z.enum(PUBLISH_PLATFORMS)),
    contentType: z.optional(ContentType),
    mediaType: z.optional(z.enum(MEDIA_TYPES)),
    isAiGenerated: z.optional(z.enum(['true', 'false'])),
    publishedFrom: z.optional(Instant),
    /** Excluded. */
    publishedBefore: z.optional(Instant),
    /** Of published posts: by what followers did. Left out: the newest first. */
    sort: z.optional(z.enum(POST_SORTS)),
    /** With `sort`; left out, the most first. Posts whose figures are not known are last either way. */
    order: z.optional(z.enum(['desc', 'asc'])),
  }),
  body: none,
  response: z.object({
    posts: z.array(Post),
    pagination: z.object({
      page: z.number(),
      limit: z.number(),
      total: z.number(),
      pages: z.number(),
      /** More posts than `total` hold the words: counting stopped there. */
      isTotalCut: z.optional(z.boolean()),
    }),
  }),
});

export const createPost = endpoint({
  method: 'POST',
  path: '/api/posts',
  access: 'user',
  scope: 'draft',
  isByPage: true,
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: none,
  query: none,
  body: z
    .strictObject({
      content: ContentOrNone,
      ...TextFields.shape,
      isAiGenerated: z.optional(z.boolean()),
      /** `published` publishes at once, before the call answers. */
      status: z.enum(['draft', 'scheduled', 'published']),
      scheduledAt: z.optional(z.nullable(Instant)),
      nextSlot: z.optional(NextSlot),
      facebookPageId: PageRef,
      publishPlatform: Platform,
      generationId: GenerationId,
      mediaData: MediaData,
      mediaType: z.optional(z.nullable(z.enum(MEDIA_TYPES))),
      isReel: z.optional(z.boolean()),
      placement: Placement,
    })
    .check(NEEDS_CONTENT),
  response: Post,
  success: 201,
  idempotent: true,
  carriesMedia: true,
});

/** A field left out stays as it is; null clears it. */
export const updatePost = endpoint({
  method: 'PATCH',
  path: '/api/posts/:id',
  access: 'user',
  scope: 'draft',
  isByPage: true,
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: byPost,
  query: none,
  body: z.strictObject({
    content: z.optional(Content),
    ...TextFields.shape,
    /** A future instant puts the post on the schedule; null takes it off, as a draft. */
    scheduledAt: z.optional(z.nullable(Instant)),
    nextSlot: z.optional(NextSlot),
    facebookPageId: z.optional(PageId),
    /** In their order, in the place of those that it has, which may be among them; none with `[]`. */
    media: z.optional(list(PostedMedia, MOST_FILES)),
    /** What the files are; left out, images. */
    mediaType: z.optional(z.enum(MEDIA_TYPES)),
  }),
  response: Post,
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id',
  access: 'user',
  scope: 'draft',
  isByPage: true,
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: byPost,
  /** `onFacebook=true` deletes a published post at Facebook too. */
  query: z.strictObject({ onFacebook: z.optional(z.enum(['true', 'false'])) }),
  body: none,
  response: Done,
});

export const Performance = z.object({
  likes: z.number(),
  comments: z.number(),
  shares: z.number(),
  fetchedAt: Instant,
});
export type Performance = z.infer<typeof Performance>;

export const postPerformance = endpoint({
  method: 'GET',
  path: '/api/posts/:id/performance',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  params: byPost,
  query: none,
  body: none,
  response: Performance,
});

export const publishMediaPost = endpoint({
  method: 'POST',
  path: '/api/test-media-post',
  access: 'user',
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: none,
  query: none,
  body: z
    .strictObject({
      content: ContentOrNone,
      pageId: PageId,
      mediaData: MediaData,
      mediaType: z.enum(MEDIA_TYPES),
      isReel: z.optional(z.boolean()),
      placement: Placement,
    })
    .check(NEEDS_CONTENT),
  response: Post,
  idempotent: true,
  carriesMedia: true,
});
