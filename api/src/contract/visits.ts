import * as z from 'zod/mini';
import { Count, Done, Instant, limited, list } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { ReleasedName, Version } from './remotes.ts';

/** How an error came up: while a screen was drawn, in code that ran later, or in a promise that nobody waited for. */
export const ERROR_KINDS = ['render', 'error', 'rejection'] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** How a call ended that was not a success: refused, failed at the server, or without an answer. */
export const CALL_OUTCOMES = ['4xx', '5xx', 'none'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Core Web Vitals: LCP and INP in ms, CLS as it is. */
export const VITALS = ['LCP', 'INP', 'CLS'] as const;
export type Vital = (typeof VITALS)[number];

/**
 * What a page cannot say of itself while it happens: it stopped answering until it was closed or reloaded. And that the
 * server has no such file of a version that it gives to people.
 */
export const TROUBLES = ['stuck', 'missing-file'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** More of one kind in one report are cut off by the page. */
export const MAX_REPORTED = 20;
export const MAX_FRAMES = 15;
export const MAX_MESSAGE = 300;

const Place = z.int().check(z.nonnegative(), z.lte(100_000_000));
/** `file` is a path of ours, or an address on a host that pages may load areas from, without its query. */
const Frame = z.strictObject({
  file: limited(300, z.regex(/^(\/|https?:\/\/)[^\s?#]*$/, 'Must be the address of a file')),
  line: Place,
  column: Place,
});
export type Frame = z.infer<typeof Frame>;

/** Of the shell the page knows no version: it says which file it began with. */
const AreaVersion = z.strictObject({ name: ReleasedName, version: z.nullable(Version) });
export type AreaVersion = z.infer<typeof AreaVersion>;

const Times = z.int().check(z.positive(), z.lte(1000));
/** The area on the screen counts for what has no stack. */
const Where = { frames: list(Frame, MAX_FRAMES), screen: z.nullable(AreaVersion), count: Times };

/** What a page saw since it reported last. */
export const reportVisit = endpoint({
  method: 'POST',
  path: '/api/telemetry/visits',
  access: 'public',
  resource: 'remotes',
  touches: [],
  params: none,
  query: none,
  body: z.strictObject({
    /** The script that the page's shell began with, such as /main.0a1b2c3d.js. */
    shell: limited(200, z.regex(/^\/[\w.-]+$/, 'Must be a file of the shell')),
    views: list(z.extend(AreaVersion, { count: Times }), MAX_REPORTED),
    errors: list(
      z.strictObject({ kind: z.enum(ERROR_KINDS), name: limited(80), message: limited(MAX_MESSAGE), ...Where }),
      MAX_REPORTED,
    ),
    failedCalls: list(z.strictObject({ outcome: z.enum(CALL_OUTCOMES), ...Where }), MAX_REPORTED),
    vitals: list(
      z.extend(AreaVersion, { metric: z.enum(VITALS), value: z.number().check(z.gte(0), z.lte(600_000)) }),
      MAX_REPORTED,
    ),
    troubles: z.optional(list(z.extend(AreaVersion, { trouble: z.enum(TROUBLES) }), MAX_REPORTED)),
  }),
  response: Done,
});
export type VisitReport = z.output<(typeof reportVisit)['body']>;

/** What people met in a version in the last seven days. */
const VersionFigures = z.object({
  name: z.string(),
  version: z.string(),
  views: z.number(),
  /** So many different ones on the busiest day, about; likewise below. */
  people: z.number(),
  errors: z.number(),
  peopleWithErrors: z.number(),
  /** Failed at the server, or without an answer. */
  failedCalls: z.number(),
  peopleWithFailedCalls: z.number(),
  refusedCalls: z.number(),
  /** 75 of 100 were faster, or steadier; null without any. */
  lcpMs: z.nullable(z.number()),
  inpMs: z.nullable(z.number()),
  cls: z.nullable(z.number()),
});
export type VersionFigures = z.infer<typeof VersionFigures>;

/** Of each version that people met in that time. */
export const listVersionFigures = endpoint({
  method: 'GET',
  path: '/api/admin/version-figures',
  access: 'admin',
  resource: 'remotes',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(VersionFigures),
});

const VersionError = z.object({
  id: z.string(),
  kind: z.enum(ERROR_KINDS),
  name: z.string(),
  message: z.string(),
  count: z.number(),
  /** About. */
  people: z.number(),
  firstAt: Instant,
  lastAt: Instant,
  /** As it was written where there is a source map, else as it runs in browsers. */
  stack: z.array(
    z.object({
      source: z.string(),
      line: z.number(),
      column: z.number(),
      function: z.nullable(z.string()),
      /** The line itself. */
      code: z.nullable(z.string()),
    }),
  ),
});
export type VersionError = z.infer<typeof VersionError>;

/** The errors that people met in a version, the latest first. */
export const listVersionErrors = endpoint({
  method: 'GET',
  path: '/api/admin/releases/:name/versions/:version/errors',
  access: 'admin',
  resource: 'remotes',
  touches: [],
  params: z.strictObject({ name: ReleasedName, version: Version }),
  query: none,
  body: none,
  response: z.object({ errors: z.array(VersionError), total: Count }),
});
