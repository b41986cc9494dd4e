import * as z from 'zod/mini';
import { byId, Done, Instant } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** So long a person can download what they asked for. */
export const DATA_EXPORT_KEPT_DAYS = 7;
/** So many a person can ask for within 24 hours. */
export const DATA_EXPORTS_A_DAY = 3;

/**
 * A zip of all that is kept of a person.
 * - `waiting`, `making`: asked for; - `ready`: can be downloaded until `expiresAt`; - `failed`: given up; - `expired`:
 * its file is gone
 */
export const DataExport = z.object({
  id: z.number(),
  state: z.enum(['waiting', 'making', 'ready', 'failed', 'expired']),
  askedAt: Instant,
  /** How much of it is made, from 0 to 100. */
  percent: z.number(),
  /** Null unless it is ready. */
  bytes: z.nullable(z.number()),
  /** Images and videos in it. */
  files: z.nullable(z.number()),
  /** Images and videos that could not be read: `about.json` in it names them. */
  filesMissing: z.nullable(z.number()),
  /** When it expires, or expired; null of one that was never ready. */
  expiresAt: z.nullable(Instant),
});
export type DataExport = z.infer<typeof DataExport>;

/** The newest first, of all environments: an export holds all of them. */
export const listDataExports = endpoint({
  method: 'GET',
  path: '/api/settings/exports',
  access: 'user',
  resource: 'settings',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.object({ exports: z.array(DataExport) }),
});

/** Asks for one. While one is being made, it is that one. */
export const createDataExport = endpoint({
  method: 'POST',
  path: '/api/settings/exports',
  access: 'user',
  resource: 'settings',
  touches: ['settings'],
  params: none,
  query: none,
  body: none,
  response: DataExport,
  success: 201,
});

/** Deletes one with its file, or gives it up while it is being made. */
export const deleteDataExport = endpoint({
  method: 'DELETE',
  path: '/api/settings/exports/:id',
  access: 'user',
  resource: 'settings',
  touches: ['settings'],
  params: byId,
  query: none,
  body: none,
  response: Done,
});

/** GET, for the person themselves: the zip, or a part of it by `Range`. */
export const dataExportFilePath = (id: number | string): `/api/${string}` => `/api/settings/exports/${id}/file`;
