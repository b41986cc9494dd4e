import type { Bucket } from './bucket.ts';

/** Lies among the files, and says whose they are. */
export const MARKER = 'pagecast-storage.json';

/** @returns the id that the marker has; null where there is none that can be read */
export async function readMarker(bucket: Pick<Bucket, 'head' | 'read'>): Promise<string | null> {
  const bytes = await bucket.head(MARKER);
  const found = bytes === null ? null : await bucket.read(MARKER, { start: 0, end: bytes - 1 });
  if (found === null) return null;
  const text = Buffer.concat(await Array.fromAsync(found)).toString('utf8');
  return /"id":"([0-9a-f-]{36})"/.exec(text)?.[1] ?? null;
}

/**
 * Marks a bucket as that of one database.
 * @returns whose it is: of two that mark it at once, both hear the same, also from a server without conditional writes
 */
export async function mark(bucket: Bucket, id: string): Promise<string | null> {
  await bucket.put(MARKER, Buffer.from(JSON.stringify({ id })), { onlyNew: true });
  return readMarker(bucket);
}
