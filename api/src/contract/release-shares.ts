import * as z from 'zod/mini';
import { FacebookId, Instant, list, RowId } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { ReleasedArea, withoutRobot } from './releases.ts';
import { ShareVerdict } from './release-judgements.ts';
import { Version } from './remotes.ts';

export const MAX_SHARE_STEPS = 10;
export const MAX_SHARE_PEOPLE = 100;
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
  /** What can be said of it so far; null before anybody looked. Only where shares are listed. */
  verdict: z.optional(z.nullable(ShareVerdict)),
  /** What ended it; null while it grows. `message` is for people. */
  reason: z.nullable(
    z.object({ code: z.string(), params: z.record(z.string(), z.unknown()), message: z.nullable(z.string()) }),
  ),
});
export type ReleaseShare = z.infer<typeof ReleaseShare>;

/** Those that grow, and of each area those that ended last; the newest first. */
export const listReleaseShares = endpoint({
  method: 'GET',
  path: '/api/admin/release-shares',
  access: 'admin',
  resource: 'remotes',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(ReleaseShare),
});

const area = z.strictObject({ name: ReleasedArea });
const wanted = z.strictObject({
  version: Version,
  percent: Percent,
  people: z.optional(list(FacebookId, MAX_SHARE_PEOPLE)),
  plan: z.optional(z.nullable(list(ShareStep, MAX_SHARE_STEPS))),
});
/** What the caller saw: a share that has changed since stays as it is. Left out: whichever grows. */
const seen = z.optional(z.strictObject({ id: RowId, percent: z.optional(Percent) }));
const ofSeen = z.strictObject({ seen });

/**
 * Gives a part of all people a version. For one that grows already, it grows to `percent`, with people and plan where
 * they are named; with 100 it becomes current.
 */
export const shareRelease = endpoint({
  method: 'POST',
  path: '/api/admin/releases/:name/share',
  access: 'admin',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: area,
  query: none,
  /** `withoutRobot`: also where its robot did not pass. */
  body: z.extend(wanted, { withoutRobot: z.optional(z.boolean()) }),
  response: ReleaseShare,
});

/** Takes the next step of the plan now, or makes the version current where there is none. */
export const promoteShare = endpoint({
  method: 'POST',
  path: '/api/admin/releases/:name/promote',
  access: 'admin',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: area,
  query: none,
  body: ofSeen,
  response: ReleaseShare,
});

/** Ends it: everybody gets what is current. The version is kept. */
export const abortShare = endpoint({
  method: 'POST',
  path: '/api/admin/releases/:name/abort',
  access: 'admin',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: area,
  query: none,
  body: ofSeen,
  response: ReleaseShare,
});

/** The same for the team of the area, with a token that may make newer versions current. */
export const shareReleasedArea = endpoint({
  method: 'POST',
  path: '/api/releases/:name/share',
  access: 'release-token',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: area,
  query: none,
  body: z.extend(wanted, { withoutRobot }),
  response: ReleaseShare,
});

export const promoteReleasedArea = endpoint({
  method: 'POST',
  path: '/api/releases/:name/promote',
  access: 'release-token',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: area,
  query: none,
  body: ofSeen,
  response: ReleaseShare,
});

export const abortReleasedArea = endpoint({
  method: 'POST',
  path: '/api/releases/:name/abort',
  access: 'release-token',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: area,
  query: none,
  body: ofSeen,
  response: ReleaseShare,
});
