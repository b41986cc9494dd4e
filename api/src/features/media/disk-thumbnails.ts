import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { hashesIn, shelved } from './disk-shelves.ts';

/** Thumbnails below `folder`, under the hashes of their images; all of them can be drawn again. */
export function diskThumbnails(folder: string) {
  const pathOf = (sha256: string) => shelved(folder, sha256);
  return {
    pathOf,
    /** False where there is no room for it. */
    async keep(sha256: string, data: Uint8Array): Promise<boolean> {
      const aside = `${pathOf(sha256)}.${randomUUID()}`;
      try {
        await fs.mkdir(path.dirname(aside), { recursive: true, mode: 0o700 });
        await fs.writeFile(aside, data, { mode: 0o600 });
        await fs.rename(aside, pathOf(sha256));
        return true;
      } catch {
        // The image itself matters more; its thumbnail is drawn later.
        await fs.rm(aside, { force: true }).catch(() => {});
        return false;
      }
    },
    /** Takes over one that was written aside. */
    async take(sha256: string, aside: string): Promise<void> {
      await fs.mkdir(path.dirname(pathOf(sha256)), { recursive: true, mode: 0o700 });
      await fs.rename(aside, pathOf(sha256));
    },
    remove: (sha256: string) => fs.rm(pathOf(sha256), { force: true }),
    before: (before: Date) => hashesIn(folder, before),
  };
}
