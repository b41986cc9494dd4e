import * as z from 'zod/mini';
import { byPost } from './ids.ts';
import { Instant } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { Problem } from './pages.ts';
import { Post } from './posts.ts';
import { RESOLUTIONS } from './publishing.ts';

/** Who did it, as they were called then; null where Pagecast did it by itself. */
const By = z.nullable(
  z.object({
    name: z.string(),
    /** An administrator, impersonating the post's owner. */
    isInPlace: z.boolean(),
    /** The token by which a program did it in their name. */
    token: z.optional(z.string()),
  }),
);

/** What the other side answered, for support. */
export const Fault = z.object({
  message: z.nullable(z.string()),
  code: z.nullable(z.number()),
  subcode: z.nullable(z.number()),
  traceId: z.nullable(z.string()),
  httpStatus: z.nullable(z.number()),
});
export type Fault = z.infer<typeof Fault>;

/** The call to the AI that wrote the first words. */
export const Generation = z.object({
  /** For a post or an article that somebody asked for, or for one of automation's. */
  purpose: z.enum(['post', 'tech', 'automation']),
  model: z.string(),
  prompt: z.string(),
  startedAt: Instant,
  endedAt: z.nullable(Instant),
  inputTokens: z.nullable(z.number()),
  outputTokens: z.nullable(z.number()),
  /** Millionths of a US dollar; null where the price of the model is not known. */
  costMicros: z.nullable(z.number()),
});
export type Generation = z.infer<typeof Generation>;

export const EDITED_FIELDS = ['content', 'contentType', 'tone', 'keywords', 'page'] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];
export const Edit = z.object({
  field: z.enum(EDITED_FIELDS),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type Edit = z.infer<typeof Edit>;

/**
 * What an effort heard before its end, `times` times in a row: nothing, or an error, while nothing was visible
 * (`retried`); no clear answer to the visible call, or to a poll (`unclear`); a poll that did not find the post
 * (`absent`); Facebook still working (`processing`).
 */
export const AttemptAnswer = z.object({
  kind: z.enum(['retried', 'unclear', 'absent', 'processing']),
  at: Instant,
  until: Instant,
  times: z.number(),
  fault: z.nullable(Fault),
});
export type AttemptAnswer = z.infer<typeof AttemptAnswer>;

/** One effort to bring the post out, with every answer it got. */
const Attempt = z.object({
  kind: z.literal('attempt'),
  at: Instant,
  number: z.number(),
  outcome: z.enum(['under-way', 'published', 'refused', 'abandoned']),
  /** When the one visible call was made the last time; null when it never was. */
  sentAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  answers: z.array(AttemptAnswer),
  /** What ended it, where something did. */
  fault: z.nullable(Fault),
  /** The end in words for the owner. */
  problem: z.nullable(Problem),
  /** What its owner said of it, where nobody else could tell. */
  resolution: z.optional(z.nullable(z.object({ as: z.enum(RESOLUTIONS), at: Instant, by: By }))),
  /**
   * Invisible drafts of it that were left at Facebook: how many were removed, and are left (null: nobody could look).
   * Given up where the access to the page is gone for good.
   */
  orphans: z.optional(
    z.nullable(z.object({ removed: z.number(), left: z.nullable(z.number()), isGivenUp: z.boolean() })),
  ),
});

/** One thing that happened to a post. */
export const TimelineEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('written'),
    at: Instant,
    by: By,
    isAiGenerated: z.boolean(),
    generation: z.nullable(Generation),
  }),
  z.object({
    kind: z.literal('edited'),
    at: Instant,
    by: By,
    edits: z.array(Edit),
    /** Its files are others than before, or in another order. */
    hasNewFiles: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('scheduled'),
    at: Instant,
    by: By,
    from: z.nullable(Instant),
    to: Instant,
    problem: z.nullable(Problem),
  }),
  z.object({ kind: z.literal('unscheduled'), at: Instant, by: By, from: z.nullable(Instant), hadFailed: z.boolean() }),
  z.object({ kind: z.literal('publish-asked'), at: Instant, by: By }),
  z.object({ kind: z.literal('held'), at: Instant, problem: z.nullable(Problem) }),
  z.object({ kind: z.literal('released'), at: Instant }),
  /** It did not go out, without an effort of its own. */
  z.object({
    kind: z.literal('not-out'),
    at: Instant,
    status: z.enum(['failed', 'missed', 'scheduled']),
    problem: z.nullable(Problem),
  }),
  Attempt,
  z.object({
    kind: z.literal('published'),
    at: Instant,
    scheduledAt: z.nullable(Instant),
    isLate: z.boolean(),
    remoteId: z.nullable(z.string()),
    permalinkUrl: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('engagement'), at: Instant, likes: z.number(), comments: z.number(), shares: z.number() }),
  /** Facebook no longer shows it: deleted or hidden there, or the page lost sight of it. */
  z.object({ kind: z.literal('gone'), at: Instant }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/**
 * Who stood for a post when it was let through. `person`: they read and approved it. `rule`: a rule did, which `by`
 * wrote. `token`: its program may publish without approval. `nobody`: it went on the schedule unread.
 */
export const Standing = z.object({
  kind: z.enum(['person', 'rule', 'token', 'nobody']),
  by: z.nullable(z.string()),
  at: Instant,
  /** When `by` wrote the rule. */
  ruleWrittenAt: z.nullable(Instant),
  /** It is not what was let through any more: the entries say who changed it. */
  isChanged: z.boolean(),
});
export type Standing = z.infer<typeof Standing>;

/** A post of any status, with everything that happened to it, oldest first. */
export const postTimeline = endpoint({
  method: 'GET',
  path: '/api/posts/:id/timeline',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  isHeavy: true,
  params: byPost,
  query: none,
  body: none,
  response: z.object({
    post: Post,
    entries: z.array(TimelineEntry),
    /** null: whoever wrote it put it on the schedule themselves. */
    standing: z.optional(z.nullable(Standing)),
  }),
});
