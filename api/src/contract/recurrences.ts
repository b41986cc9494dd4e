import * as z from 'zod/mini';
import { byId, Day, Done, Instant, limited, list, RowId, text } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { MediaFile, PostedMedia } from './media.ts';
import { PageId, PostId } from './ids.ts';
import { Content, MEDIA_TYPES, MOST_FILES, TextFields } from './posts.ts';

/** What one person may have repeat. */
export const RECURRENCES_MAX = 200;
/** Texts of one evergreen set. */
export const RECURRENCE_MAX_TEXTS = 100;
/** Posts are made so long before their time. */
export const MADE_AHEAD_DAYS = 35;
/** And those that the AI words anew, since each of them costs. */
export const VARIED_AHEAD_DAYS = 3;
/** Between two uses of a text of a set. */
export const COOLDOWN_MAX_DAYS = 365;
/** `DAILY` at most: one post a day and rule. */
export const RECURRENCE_FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export const RECURRENCE_STATES = ['running', 'paused', 'ended'] as const;
export type RecurrenceState = (typeof RECURRENCE_STATES)[number];

const RULE_LENGTH = 300;
/** An RRULE of RFC 5545 without times of day, such as `FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270331`. */
const Rule = limited(RULE_LENGTH, z.trim());
const TimeOfDay = limited(5, z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 09:00'));
const TimeZone = limited(100);
const Cooldown = z.int().check(z.gte(1), z.lte(COOLDOWN_MAX_DAYS));

/** Something to say about what repeats, in words. */
const RecurrenceNote = z.object({ code: z.string(), message: z.string() });
export type RecurrenceNote = z.infer<typeof RecurrenceNote>;

const Repeats = z.object({
  id: z.number(),
  /** Of an evergreen set. */
  name: z.nullable(z.string()),
  facebookPageId: z.number(),
  pageName: z.string(),
  rule: z.string(),
  /** The same for people: `The last Friday of the month at 18:00, until 31 March 2027`. */
  words: z.string(),
  startsOn: z.string(),
  timeOfDay: z.string(),
  timeZone: z.string(),
  state: z.enum(RECURRENCE_STATES),
  /** null: one text again and again. */
  cooldownDays: z.nullable(z.number()),
  /** The AI words each post anew. */
  isVaried: z.boolean(),
  textCount: z.number(),
  /** How its first text begins. */
  excerpt: z.string(),
  /** What comes next, whether its post is made yet or not. */
  next: z.array(z.object({ at: Instant, postId: z.nullable(z.number()) })),
  /** Its posts that wait for their time. */
  postIds: z.array(z.number()),
  notes: z.array(RecurrenceNote),
  createdAt: Instant,
});
export type Repeats = z.infer<typeof Repeats>;

const RepeatedText = z.object({
  id: z.number(),
  content: z.string(),
  mediaType: z.enum(MEDIA_TYPES),
  media: z.array(MediaFile),
  /** When it was last published or is next planned. */
  usedAt: z.nullable(Instant),
});

export const Recurrence = z.extend(Repeats, { texts: z.array(RepeatedText) });
export type Recurrence = z.infer<typeof Recurrence>;

/** A text with its files; those of a post with `postId`, where `content` and `media` are left out. */
const GivenText = z.strictObject({
  /** One that is there and stays as it is, save for what is given. */
  id: z.optional(RowId),
  postId: z.optional(PostId),
  content: z.optional(Content),
  mediaType: z.optional(z.enum(MEDIA_TYPES)),
  media: z.optional(list(PostedMedia, MOST_FILES)),
});
export type GivenText = z.input<typeof GivenText>;

const Texts = list(GivenText, RECURRENCE_MAX_TEXTS);
const SetName = z.nullable(text(80));

/** By page and then by the next post. */
export const listRecurrences = endpoint({
  method: 'GET',
  path: '/api/recurrences',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  isHeavy: true,
  params: none,
  query: none,
  body: none,
  response: z.array(Repeats),
});

export const readRecurrence = endpoint({
  method: 'GET',
  path: '/api/recurrences/:id',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  params: byId,
  query: none,
  body: none,
  response: Recurrence,
});

/** What a rule means, before anything is made by it. */
export const previewRecurrence = endpoint({
  method: 'POST',
  path: '/api/recurrences/preview',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  asksOnly: true,
  params: none,
  query: none,
  body: z.strictObject({
    rule: Rule,
    startsOn: z.optional(Day),
    timeOfDay: TimeOfDay,
    timeZone: z.optional(TimeZone),
    cooldownDays: z.optional(z.nullable(Cooldown)),
    textCount: z.optional(z.int().check(z.gte(1), z.lte(RECURRENCE_MAX_TEXTS))),
    isVaried: z.optional(z.boolean()),
  }),
  response: z.object({ words: z.string(), next: z.array(Instant), notes: z.array(RecurrenceNote) }),
});

/**
 * Makes posts of a page by a rule, of one text or of a set in turn. Each is an ordinary post that is on the schedule
 * `MADE_AHEAD_DAYS` before its time. A planned post that is named by `postId` and stands on a day of the rule is the
 * one of that day.
 */
export const createRecurrence = endpoint({
  method: 'POST',
  path: '/api/recurrences',
  access: 'user',
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: none,
  query: none,
  body: z.strictObject({
    facebookPageId: PageId,
    rule: Rule,
    /** Today, where it is left out; `COUNT` counts from it. */
    startsOn: z.optional(Day),
    timeOfDay: TimeOfDay,
    /** The page's, where it is left out. */
    timeZone: z.optional(TimeZone),
    texts: Texts,
    name: z.optional(SetName),
    cooldownDays: z.optional(z.nullable(Cooldown)),
    isVaried: z.optional(z.boolean()),
    ...TextFields.shape,
  }),
  response: Recurrence,
  success: 201,
  idempotent: true,
});

/**
 * Changes what is to come. Posts that wait are made again by it, save for those that a person has changed; a day whose
 * post was deleted or moved stays without another one. A field left out stays as it is.
 */
export const updateRecurrence = endpoint({
  method: 'PATCH',
  path: '/api/recurrences/:id',
  access: 'user',
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: byId,
  query: none,
  body: z.strictObject({
    facebookPageId: z.optional(PageId),
    rule: z.optional(Rule),
    startsOn: z.optional(Day),
    timeOfDay: z.optional(TimeOfDay),
    timeZone: z.optional(TimeZone),
    texts: z.optional(Texts),
    name: z.optional(SetName),
    cooldownDays: z.optional(z.nullable(Cooldown)),
    isVaried: z.optional(z.boolean()),
    /** `paused` and `ended` delete what waits, `running` makes it again. */
    state: z.optional(z.enum(RECURRENCE_STATES)),
  }),
  response: Recurrence,
});

/** Deletes it with the posts that wait, save for those that a person has changed. What is out stays. */
export const deleteRecurrence = endpoint({
  method: 'DELETE',
  path: '/api/recurrences/:id',
  access: 'user',
  scope: 'schedule',
  isByPage: true,
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: byId,
  query: none,
  body: none,
  response: Done,
});
