import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { BackupPlace } from './place.ts';

const FORMAT = 1;
const MOST_BYTES = 4 * 1024 * 1024;
const FOLDER = 'backups/';
const ID = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/;
const NAME = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const Count = z.int().nonnegative();

/** One stored thing of a backup. */
const Part = z.object({
  name: z.string().regex(/^[a-z0-9_.-]{1,80}$/),
  /** As it lies there, which the hash is of. */
  bytes: Count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Before it was packed and sealed. */
  plainBytes: Count,
});
export type Part = z.infer<typeof Part>;

const Manifest = z.object({
  format: z.literal(FORMAT),
  id: z.string().regex(ID),
  /** The database's time of what is in it. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string().nullable() })),
  isSealed: z.boolean(),
  tables: z.array(z.object({ name: NAME, columns: z.array(NAME), rows: Count, part: Part })),
  sequences: z.array(z.object({ name: NAME, value: z.string().regex(/^\d{1,19}$/) })),
  /** Of the files of posts. */
  files: z.object({ count: Count, bytes: Count, part: Part }),
  /** Null where whoever made it keeps the key. */
  key: z.object({ part: Part, fingerprint: z.string() }).nullable(),
});
export type Manifest = z.infer<typeof Manifest>;
const Signed = z.object({ sha256: z.string(), manifest: z.unknown() });

/** What is known of a backup, whole or not. */
export interface Found {
  readonly id: string;
  /** A sentence for what cannot be used. */
  readonly manifest: Manifest | { readonly trouble: string };
}

export const isWhole = (found: Found): found is Found & { manifest: Manifest } => !('trouble' in found.manifest);

export const folderOf = (id: string) => `${FOLDER}${id}/`;

/** By the time of its beginning, so that names are in order; no two have the same. */
export function backupId(now: Date, random: string): string {
  return `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${random.slice(0, 8)}`;
}

/** The last thing of a backup: without it there is none. */
export async function writeManifest(place: BackupPlace, manifest: Manifest): Promise<void> {
  const signed = { sha256: digestOf(manifest), manifest };
  await place.put(manifestOf(manifest.id), Readable.from([`${JSON.stringify(signed, null, 2)}\n`]));
}

/** All that have begun there, the newest first. */
export async function findBackups(place: BackupPlace): Promise<Found[]> {
  const ids = new Set<string>();
  for await (const { name } of place.list(FOLDER)) {
    const id = name.slice(FOLDER.length).split('/')[0] ?? '';
    if (ID.test(id)) ids.add(id);
  }
  const found: Found[] = [];
  for (const id of [...ids].toSorted().toReversed()) found.push({ id, manifest: await readManifest(place, id) });
  return found;
}

export const manifestOf = (id: string) => `${folderOf(id)}manifest.json`;

async function readManifest(place: BackupPlace, id: string): Promise<Found['manifest']> {
  const bytes = await place.size(manifestOf(id));
  if (bytes === null) return { trouble: 'was cut off before its end' };
  const content = bytes > MOST_BYTES ? null : await place.read(manifestOf(id));
  const damaged = { trouble: 'has a damaged manifest' };
  if (content === null) return damaged;
  try {
    const { sha256, manifest } = Signed.parse(JSON.parse(await text(content)));
    if (sha256 !== digestOf(manifest)) return damaged;
    if ((manifest as { format?: unknown }).format !== FORMAT)
      return { trouble: 'was made by a later release of Pagecast, and needs it' };
    const read = Manifest.parse(manifest);
    return read.id === id ? read : damaged;
  } catch {
    return damaged;
  }
}

function digestOf(manifest: unknown): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}
