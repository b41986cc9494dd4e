import fs from 'node:fs/promises';
import path from 'node:path';
import type { Knex } from 'knex';
import * as z from 'zod';
import { ReleasedName } from '../../contract/remotes.ts';
import type { Keys } from '../../db/keyring.ts';
import { jsonOf } from './built-release.ts';
import { productSeal } from './product-seal.ts';
import { shownVersionsRepository } from './shown-versions.repository.ts';
import { writeWhole } from './write-whole.ts';

/** As many as the registry keeps, and one that is on its way. */
const REMEMBERED = 6;

const Shown = z.object({
  /** The last one first. */
  versions: z.array(z.string()),
  /** What a part of all people gets before everybody. */
  shared: z.nullable(z.string()),
  /** Counts the changes by all processes: what is older than this disk knows is not believed. */
  changes: z.number().default(0),
});
type Remembered = z.infer<typeof Shown>;
/** What people were given of an area. */
export type Shown = Omit<Remembered, 'changes'>;

export interface ShownMemoryDeps {
  readonly releasesDir: string;
  readonly db: Knex;
  /** Seal what others are told. */
  readonly keys: Keys;
}

/** A file for each area on the disk. Processes with other folders are told through the database, under a seal. */
export function shownMemory({ releasesDir, db, keys }: ShownMemoryDeps) {
  const told = shownVersionsRepository(db, productSeal(keys, 'shown versions'));
  const folder = path.join(releasesDir, '.passports');
  const fileOf = (name: string) => path.join(folder, `${name}.shown.json`);

  /** Null for an area that has not been moved since the product remembers. */
  async function read(name: string): Promise<Remembered | null> {
    if (!ReleasedName.safeParse(name).success) return null;
    return shownIn(await fs.readFile(fileOf(name), 'utf8').catch(() => ''));
  }

  const write = (name: string, shown: Remembered) => writeWhole(fileOf(name), JSON.stringify(shown));

  return {
    read,

    /**
     * One at a time over all processes.
     * @param to gets null where nothing is known, and leaves it as it is by null
     */
    change: (name: string, to: (known: Shown | null) => Shown | null): Promise<void> =>
      told.change(name, async (text) => {
        const known = newerOf(await read(name), shownIn(text ?? ''));
        const changed = to(known);
        if (changed === null) return null;
        const versions = changed.versions.slice(0, REMEMBERED);
        const next = { ...changed, versions, changes: (known?.changes ?? 0) + 1 };
        await write(name, next);
        return JSON.stringify(next);
      }),

    /** Takes over what others did. @returns the areas that they are told of */
    async listen(): Promise<Set<string>> {
      const all = await told.all();
      for (const [name, text] of all) {
        const own = await read(name);
        const newest = newerOf(own, shownIn(text));
        if (newest !== null && newest !== own) await write(name, newest);
      }
      return new Set(all.keys());
    },
  };
}

function shownIn(text: string): Remembered | null {
  return Shown.safeParse(jsonOf(text)).data ?? null;
}

function newerOf(own: Remembered | null, told: Remembered | null): Remembered | null {
  return own === null || (told !== null && told.changes > own.changes) ? told : own;
}
