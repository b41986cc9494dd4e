import * as z from 'zod/mini';
import { byId, Instant, limited, WebAddress } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** What can be read, by the ends of names. */
export const SOURCE_FILE_ENDINGS = ['.txt', '.md', '.docx', '.pdf', '.html', '.htm'] as const;
/** What was read stays for so long; a text that was written of it stays with its draft. */
export const SOURCE_KEPT_DAYS = 30;
const SOURCE_BEGINNING = 600;

/** A page or a file that a text is to be about, as it was read. All of it was written by others. */
export const Source = z.object({
  id: z.number(),
  kind: z.enum(['link', 'file', 'feed']),
  /** Where it was found in the end; null for a file. */
  address: z.nullable(z.string()),
  /** How a text names it: the host of its address, or the name of the file. */
  name: z.string(),
  title: z.string(),
  author: z.nullable(z.string()),
  publishedAt: z.nullable(Instant),
  /** How it begins. */
  beginning: z.string(),
  words: z.number(),
  /** There was more than `SOURCE_TEXT_LENGTH`. */
  isCut: z.boolean(),
});
export type Source = z.infer<typeof Source>;
export const SOURCE_BEGINNING_LENGTH = SOURCE_BEGINNING;

/**
 * Reads the page, or the file, at an address that anybody can open, as its robots.txt allows.
 * What cannot be read is refused with a sentence that says what to do.
 */
export const readLink = endpoint({
  method: 'POST',
  path: '/api/sources',
  access: 'user',
  resource: 'generation',
  touches: [],
  params: none,
  query: none,
  body: z.strictObject({ address: WebAddress }),
  response: Source,
  success: 201,
});

/** Reads a file: see `SOURCE_FILE_ENDINGS`. */
export const readSourceFile = endpoint({
  method: 'POST',
  path: '/api/sources/files',
  access: 'user',
  resource: 'generation',
  touches: [],
  params: none,
  query: z.strictObject({ name: z.optional(limited(255)) }),
  body: none,
  response: Source,
  success: 201,
  takesFile: true,
});

/** What was read before. */
export const showSource = endpoint({
  method: 'GET',
  path: '/api/sources/:id',
  access: 'user',
  resource: 'generation',
  touches: [],
  params: byId,
  query: none,
  body: none,
  response: Source,
});
