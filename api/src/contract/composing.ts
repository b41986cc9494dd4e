import * as z from 'zod/mini';
import { PageId, PostId } from './ids.ts';
import { Count, Done, Instant, limited, list, LongText, Uuid } from './common.ts';
import { COMPOSITION_MAX_PAGES } from './compositions.ts';
import { endpoint, none } from './endpoint.ts';
import {
  FIZTECH_CONTENT_TYPES,
  GENERATOR_CONTENT_TYPES,
  GivenArticle,
  LANGUAGES,
  LENGTHS,
  TECH_CATEGORIES,
  TONES,
} from './generation.ts';
import { ALT_TEXT_LIMIT, FILE_NAME_LIMIT, MAX_PHOTOS } from './media.ts';
import { PUBLISH_PLATFORMS } from './networks.ts';
import { POST_STATUSES } from './posts.ts';

/** As many characters as Facebook takes in one post; an emoji may be several. */
export const FACEBOOK_TEXT_LIMIT = 63_206;
/** How far back the same text counts as a repetition. */
export const REPETITION_DAYS = 90;

const ScheduleFields = z.strictObject({
  date: limited(20),
  time: limited(20),
  occurrence: z.optional(z.literal('second')),
  /** The page whose free slot it is. */
  slot: z.optional(z.number()),
});
const DraftPageId = limited(15, z.regex(/^\d{0,15}$/));

/** Stored images, in order; an alt text may be empty. */
const DraftImages = list(
  z.strictObject({
    id: Count,
    width: z.nullable(Count),
    height: z.nullable(Count),
    altText: limited(ALT_TEXT_LIMIT),
    /** Left out where no AI made it. */
    hasAiLabel: z.optional(z.boolean()),
  }),
  MAX_PHOTOS,
);
/** A stored video, which goes out as a reel where that is said. */
const DraftVideo = z.strictObject({
  id: Count,
  width: z.nullable(Count),
  height: z.nullable(Count),
  name: limited(FILE_NAME_LIMIT),
  isReel: z.boolean(),
  durationSeconds: z.optional(z.nullable(z.number())),
});
const DraftLink = limited(2000);

/** The pages of a text that goes to several, each with what it has of its own. */
const SeveralPages = z.strictObject({
  pages: list(
    z.strictObject({
      pageId: DraftPageId,
      content: z.optional(LongText),
      /** Empty: none, where the others have one. */
      link: z.optional(DraftLink),
      images: z.optional(DraftImages),
      schedule: z.optional(ScheduleFields),
    }),
    COMPOSITION_MAX_PAGES,
  ),
  /** Those of all that have none of their own. */
  link: z.optional(DraftLink),
  images: z.optional(DraftImages),
  /** In place of `images`. */
  video: z.optional(DraftVideo),
  /** A story of that one file, where it can be one. */
  isStory: z.optional(z.boolean()),
  /** All at once, minutes apart, or each at its best free time. */
  spread: z.enum(['together', 'apart', 'best']),
  /** Each at the next free slot of its week, in place of `spread`, whose values a release before knows. */
  isInSlots: z.optional(z.boolean()),
  /** As it was typed. */
  minutesApart: limited(10),
});

/** Everything the composer holds, as its fields hold it: nothing of it has to be right yet. */
export const DraftFields = z.strictObject({
  platform: z.enum(PUBLISH_PLATFORMS),
  mode: z.enum(['ai', 'manual']),
  /** Our row id of the page; empty when none is chosen. */
  pageId: DraftPageId,
  /** In place of `pageId`. */
  several: z.optional(SeveralPages),
  /** Of a post for one page. */
  images: z.optional(DraftImages),
  contentType: z.enum([...GENERATOR_CONTENT_TYPES, '']),
  keywords: limited(1000),
  tone: z.enum(TONES),
  language: z.enum(LANGUAGES),
  length: z.enum(LENGTHS),
  /** The page or file that it is about, as it was read. */
  source: z.optional(
    z.strictObject({
      id: Count,
      title: limited(300),
      name: limited(200),
      address: z.optional(DraftLink),
    }),
  ),
  generated: LongText,
  /** The call to the AI that wrote it; 0 when none did. */
  generationId: z.number(),
  /** The text that the last generation replaced, and the call that had written that. */
  replaced: LongText,
  replacedGenerationId: z.number(),
  manual: LongText,
  /** The call to the AI that rewrote it, or part of it, last; left out where none did. */
  manualGenerationId: z.optional(z.number()),
  schedule: ScheduleFields,
  /** The post that the last try left behind when it failed: the next try sends that one. 0 when there is none. */
  failedPostId: z.number(),
  article: z.strictObject({
    contentType: z.enum(FIZTECH_CONTENT_TYPES),
    productName: limited(200),
    newsCategory: z.enum(TECH_CATEGORIES),
    content: z.nullable(GivenArticle),
    generationId: z.number(),
  }),
});
export type DraftFields = z.infer<typeof DraftFields>;

/** What a person is writing, kept on the server while they write. */
export const Draft = z.object({
  /** Made by the browser that began it. */
  key: z.string(),
  /** Counts the times it was saved. */
  revision: z.number(),
  updatedAt: Instant,
  fields: DraftFields,
});
export type Draft = z.infer<typeof Draft>;

export const DraftSummary = z.object({
  key: z.string(),
  revision: z.number(),
  updatedAt: Instant,
  platform: z.enum(PUBLISH_PLATFORMS),
  pageId: z.string(),
  /** Its first words: of the text, else of the topic. */
  excerpt: z.string(),
});
export type DraftSummary = z.infer<typeof DraftSummary>;

const byKey = z.strictObject({ key: Uuid });

/** Newest first. */
export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/drafts',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'drafts',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(DraftSummary),
});

export const readDraft = endpoint({
  method: 'GET',
  path: '/api/drafts/:key',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'drafts',
  touches: [],
  params: byKey,
  query: none,
  body: none,
  response: Draft,
});

/**
 * Saves what was written on top of `revision`; 0 begins a draft. The same again does nothing.
 * Answers 409 with the `draft` as it is when somebody else has saved meanwhile, and 404 when it is gone.
 */
export const saveDraft = endpoint({
  method: 'POST',
  path: '/api/drafts/:key',
  access: 'user',
  resource: 'drafts',
  touches: ['drafts'],
  params: byKey,
  query: none,
  body: z.strictObject({ revision: Count, fields: DraftFields }),
  response: z.object({ revision: z.number(), updatedAt: Instant }),
});

/** A draft that is gone already is no trouble. */
export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/api/drafts/:key',
  access: 'user',
  resource: 'drafts',
  touches: ['drafts'],
  params: byKey,
  query: none,
  body: none,
  response: Done,
});

/** A post of the same page that stands in the way of another. */
export const OtherPost = z.object({
  id: z.number(),
  status: z.enum(POST_STATUSES),
  /** When it went out, or will. */
  at: Instant,
  excerpt: z.string(),
  /** Whose it is, where it is somebody else's; `readQueuedPost` answers it then. */
  author: z.optional(z.nullable(z.object({ name: z.string() }))),
});
export type OtherPost = z.infer<typeof OtherPost>;

/** Something wrong with a text itself. Others may follow: a screen leaves out what it does not know. */
export const TextFinding = z.object({
  /**
   * `moderation`: the AI's provider would take it down, `detail` says for what. `language`: it is not the one that was
   * asked for, `detail` says which. `short`, `long`: `detail` is the number of words. `hashtags`: `detail` says what
   * about them, separated by commas.
   */
  code: z.string(),
  detail: z.string(),
  /** The same text put right, where a rule can do that. */
  repaired: z.nullable(z.string()),
});
export type TextFinding = z.infer<typeof TextFinding>;

/** What only the server knows of a post before it is sent. */
export const checkPost = endpoint({
  method: 'POST',
  path: '/api/posts/checks',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  asksOnly: true,
  isHeavy: true,
  params: none,
  query: none,
  body: z.strictObject({
    content: LongText,
    facebookPageId: PageId,
    /** Left out or null: now. */
    scheduledAt: z.optional(z.nullable(Instant)),
    /** The post itself, when it exists already. */
    postId: z.optional(z.nullable(PostId)),
    /** Of a text that the AI wrote: what it was asked for. */
    asked: z.optional(z.strictObject({ language: z.enum(LANGUAGES), length: z.enum(LENGTHS) })),
  }),
  response: z.object({
    /** What is wrong with the text itself; the worst first. */
    text: z.optional(z.array(TextFinding)),
    /**
     * The same or nearly the same text on this page, in the last 90 days or planned; the newest first, at most three.
     */
    repetitions: z.array(z.extend(OtherPost, { isExact: z.boolean() })),
    /** Closer to its time than `User.spacingMinutes`; the nearest first, at most three. */
    near: z.array(OtherPost),
    /** Of a text with a link, on a page that has a limit of them. */
    links: z.optional(
      z.nullable(
        z.object({
          limit: z.number(),
          holds: z.boolean(),
          /** The month of its time in the page's zone, such as 2026-11. */
          month: z.string(),
          /** Other posts with links of that month: published, on their way, and planned. */
          others: z.number(),
        }),
      ),
    ),
  }),
});
