import * as z from 'zod/mini';
import { ENVIRONMENTS, Instant } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** What everybody's screen has to know of this deployment. */
export const Status = z.object({
  loop: z.object({
    /** False when no process has looked for due posts for a while: nothing goes out. */
    isRunning: z.boolean(),
    lastTickAt: z.nullable(Instant),
  }),
  /** A backup was put back: nothing goes out until an operator has seen what did since. Absent or null otherwise. */
  hold: z.optional(z.nullable(z.object({ backupAt: Instant }))),
  /** In `development` only people with a role on the Facebook app see what is posted. */
  appMode: z.enum(ENVIRONMENTS),
});
export type Status = z.infer<typeof Status>;

export const readStatus = endpoint({
  method: 'GET',
  path: '/api/status',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'status',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: Status,
});

/** Server-sent events: each `data` is a `Change` in JSON. Not a call of the contract, since it never ends. */
export const EVENTS_PATH = '/api/events';

/**
 * Header of a read that a screen makes without a person behind it, because something changed: it keeps no session
 * alive.
 */
export const UNATTENDED_HEADER = 'x-unattended';

/** Begins the addresses of what pages report of themselves: nobody did anything, and nobody waits for it. */
export const TELEMETRY_PATH = '/api/telemetry/';

/** The cache families that change without a screen's doing; the last five are told to administrators. */
export const LIVE_FAMILIES = [
  'session',
  'pages',
  'posts',
  'dashboard',
  'notifications',
  'status',
  'settings',
  'automation',
  'remotes',
  'access',
  'invitations',
  'login-activity',
  'configuration',
  'audit',
] as const;
export type LiveFamily = (typeof LIVE_FAMILIES)[number];

/**
 * The cache families of this user that changed outside this screen. The first event after a (re)connection names those
 * that may have changed meanwhile.
 */
export const Change = z.object({ families: z.array(z.enum(LIVE_FAMILIES)) });
export type Change = z.infer<typeof Change>;

/**
 * The event, beside those of changes, that comes at once and then every few seconds: silence means that the line is
 * dead.
 */
export const ALIVE_EVENT = 'alive';

/**
 * Where a client that opens a new stream names the last id it has seen; a browser that reconnects by itself sends
 * `Last-Event-ID`.
 */
export const EVENTS_AFTER = 'after';
