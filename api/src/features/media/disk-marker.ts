import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { orNull } from './disk-shelves.ts';

/** Lies in the folder of files, and says which folder it is. It goes with them wherever they are moved. */
export const DISK_MARKER = 'pagecast-disk.json';

/** @returns the id of a folder; null where it has none that can be read */
export async function readDiskMarker(folder: string): Promise<string | null> {
  const text = await fs.readFile(path.join(folder, DISK_MARKER), 'utf8').catch(orNull);
  return /"id":"([0-9a-f-]{36})"/.exec(text ?? '')?.[1] ?? null;
}

/**
 * Gives a folder an id, whole or not at all.
 * @param how `first`: of two hosts that share the folder and do it at once, both hear the same
 */
export async function writeDiskMarker(folder: string, how: 'first' | 'anew'): Promise<string> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const [id, marker] = [randomUUID(), path.join(folder, DISK_MARKER)];
  const aside = `${marker}.${id}`;
  const handle = await fs.open(aside, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify({ id }));
    await handle.sync();
    await handle.close();
    if (how === 'anew') await fs.rename(aside, marker);
    else
      await fs.link(aside, marker).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
  } finally {
    await fs.rm(aside, { force: true });
  }
  return (await readDiskMarker(folder)) ?? '';
}
