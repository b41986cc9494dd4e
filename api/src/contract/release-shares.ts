import * as z from 'zod/mini';
import { Instant } from './common.ts';

const MAX_STEP_MINUTES = 30 * 24 * 60;

/** Of all people who are logged in. */
const Percent = z.int().check(z.gte(0), z.lte(100));

/** A step that a share grows by; at 100 the version becomes current. */
const ShareStep = z.strictObject({
  percent: Percent,
  /** After the step before; null: when somebody takes it. */
  afterMinutes: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(MAX_STEP_MINUTES)))),
});
export type ShareStep = z.infer<typeof ShareStep>;

/** `promoted`: its version became current; `aborted`: by somebody; `taken-back`: by Pagecast itself. */
export const SHARE_STATES = ['growing', 'promoted', 'aborted', 'taken-back'] as const;
export type ShareState = (typeof SHARE_STATES)[number];

/** A version that a part of all people gets before everybody does. */
export const ReleaseShare = z.object({
  id: z.number(),
  name: z.string(),
  version: z.string(),
  /** What everybody else gets; null for an area that nobody had. */
  baseVersion: z.nullable(z.string()),
  percent: z.number(),
  /** Facebook IDs of people who get it in any case. */
  people: z.array(z.string()),
  state: z.enum(SHARE_STATES),
  startedAt: Instant,
  /** `at` null: when somebody takes it. The whole is null once the share has ended. */
  next: z.nullable(z.object({ percent: z.number(), at: z.nullable(Instant) })),
  endedAt: z.nullable(Instant),
  /** What ended it; null while it grows. `message` is for people. */
  reason: z.nullable(
    z.object({ code: z.string(), params: z.record(z.string(), z.unknown()), message: z.nullable(z.string()) }),
  ),
});
export type ReleaseShare = z.infer<typeof ReleaseShare>;
