import { stat } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { readDiskMarker, writeDiskMarker } from './disk-marker.ts';
import { mediaDiskRepository } from './media-disk.repository.ts';
import type { DiskStorage } from './disk-storage.ts';
import type { StoreTrouble } from './media-store.ts';

/** A disk of another machine may be silent for good: whoever asks does not wait for that. */
const READ_WITHIN_MS = 2000;

interface Disk {
  readonly folder: string;
  readonly files: Pick<DiskStorage, 'pathOf'>;
}

/**
 * Whether the folder of files is the one that all hosts of a database share. The first process notes which one it is;
 * a folder that says nothing, or another name, is another disk, however alike it looks.
 */
export function diskTrouble({ folder, files }: Disk) {
  const read = patient(() => readDiskMarker(folder));
  const silent = () =>
    ({ kind: 'away', sentence: `The folder ${folder} does not answer. Posts with files wait until it does.` }) as const;

  /** The first process of a database, and the first one that looks since there are markers. */
  async function begin(db: Knex, found: string | null, isEmptyFine: boolean): Promise<StoreTrouble> {
    const disk = mediaDiskRepository(db);
    if (found !== null) return wrong(OTHERS(folder));
    const known = isEmptyFine ? [] : await disk.someFiles();
    const there = await Promise.all(
      known.map((sha256) =>
        stat(files.pathOf(sha256)).then(
          () => true,
          () => false,
        ),
      ),
    );
    if (known.length > 0 && !there.includes(true)) return wrong(EMPTY(folder));
    const id = await writeDiskMarker(folder, 'first');
    const noted = await disk.note({ id, place: placeOf(folder) });
    return noted.id === id ? null : wrong(NOT_THIS(folder, noted.place));
  }

  return {
    /** @param isEmptyFine its files are about to come there */
    async find(db: Knex, { isEmptyFine = false } = {}): Promise<StoreTrouble> {
      const found = await read();
      if (found === 'silent') return silent();
      const known = await mediaDiskRepository(db).read();
      if (known === null) return begin(db, found, isEmptyFine);
      if (found === known.id) return null;
      return wrong(found === null ? NOT_THIS(folder, known.place) : OTHERS(folder));
    },

    /** Makes this folder the one of the database, whatever was before. For who moved it, and says so. */
    async adopt(db: Knex): Promise<void> {
      const id = await writeDiskMarker(folder, 'anew');
      await db.transaction((trx) => mediaDiskRepository(trx).replace({ id, place: placeOf(folder) }));
    },
  };
}

const placeOf = (folder: string) => `${os.hostname()}:${folder}`;
const ADOPT = 'If you moved or restored the files and they are here now, run: npm run storage -- adopt';

const NOT_THIS = (folder: string, place: string) =>
  `The folder ${folder} is not the one that the files of this database lie in, which is ${place}. ` +
  `Share that folder with this host, say by NFS, and set DATA_DIR to it, or keep files on S3. ${ADOPT}`;
const OTHERS = (folder: string) =>
  `The folder ${folder} has the files of another Pagecast, or of an earlier database. ` +
  `Set DATA_DIR to the folder of this one. ${ADOPT}`;
const EMPTY = (folder: string) =>
  `The database knows files of posts, and the folder ${folder} has none of them. ` +
  `Set DATA_DIR to the folder that has them. ${ADOPT}`;

const wrong = (sentence: string) => ({ kind: 'wrong', sentence }) as const;

/** One read at a time: where one is stuck, others would only take up more threads. */
function patient<Found>(read: () => Promise<Found>): () => Promise<Found | 'silent'> {
  let pending: Promise<Found> | null = null;
  let isSilent = false;
  return async () => {
    if (pending !== null && isSilent) return 'silent';
    pending ??= read().finally(() => {
      [pending, isSilent] = [null, false];
    });
    const over = new AbortController();
    const found = await Promise.race([
      pending,
      sleep(READ_WITHIN_MS, 'silent' as const, { signal: over.signal }),
    ]).finally(() => over.abort());
    if (found === 'silent') isSilent = true;
    return found;
  };
}
