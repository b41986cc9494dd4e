import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { ReleasedName } from '../../contract/remotes.ts';
import { jsonOf } from './built-release.ts';

/** Pages run the last one, and that which they fall back on. */
const RUNNABLE = 2;
/** As many as the registry keeps, and one that is on its way. */
const REMEMBERED = 6;

const Shown = z.object({
  /** The last one first. */
  versions: z.array(z.string()),
  /** What a part of all people gets before everybody. */
  shared: z.nullable(z.string()),
});
type Shown = z.infer<typeof Shown>;

interface Version {
  readonly name: string;
  readonly version: string;
}

/**
 * Which versions of each area, and of the shell, people were given. It is on the disk and changes with each move that
 * the product makes, so that a pointer which was changed in the database alone, or came back with a database of
 * yesterday, leads nobody to a version that was replaced, taken back or only staged.
 */
export function shownVersions(releasesDir: string) {
  const folder = path.join(releasesDir, '.passports');
  const fileOf = (name: string) => path.join(folder, `${name}.shown.json`);

  /** Null for an area that has not been moved since the product remembers. */
  async function read(name: string): Promise<Shown | null> {
    if (!ReleasedName.safeParse(name).success) return null;
    return Shown.safeParse(jsonOf(await fs.readFile(fileOf(name), 'utf8').catch(() => ''))).data ?? null;
  }

  async function write(name: string, { versions, shared }: Shown): Promise<void> {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const unfinished = `${fileOf(name)}.${randomUUID()}.new`;
    const text = JSON.stringify({ versions: versions.slice(0, REMEMBERED), shared });
    await fs.writeFile(unfinished, text, { mode: 0o600 });
    await fs.rename(unfinished, fileOf(name));
  }

  /** @param current what the registry says, where nothing is known */
  const known = async (name: string, current: string | null): Promise<Shown> =>
    (await read(name)) ?? { versions: current === null ? [] : [current], shared: null };

  return {
    /** Whether pages may be sent this version without a preview. */
    async has({ name, version }: Version): Promise<boolean> {
      const found = await read(name);
      return found === null || found.shared === version || found.versions.slice(0, RUNNABLE).includes(version);
    },

    /** Remembers what the registry says, where nothing is known. @param versions that pages run, the last one first */
    async begin(name: string, versions: readonly string[]): Promise<void> {
      if ((await read(name)) === null) await write(name, { versions: [...versions], shared: null });
    },

    /**
     * To be said before a version becomes current: whatever ends this process meanwhile, pages may run both that and
     * the one before. One that was shown earlier is gone back to, and takes the place of the last.
     * @returns to be called when it is current, which ends every share
     */
    async show({ name, version }: Version, current: string | null): Promise<() => Promise<void>> {
      const { versions, shared } = await known(name, current);
      const isBack = versions.indexOf(version) > 0;
      const others = versions.filter((other) => other !== version);
      await write(name, { versions: [version, ...others], shared });
      return async () => {
        if ((await read(name))?.versions[0] !== version) return;
        await write(name, { versions: [version, ...(isBack ? others.slice(1) : others)], shared: null });
      };
    },

    /** To be said before a part of all people gets a version. */
    async share({ name, version }: Version, current: string | null): Promise<void> {
      await write(name, { ...(await known(name, current)), shared: version });
    },

    /** Nobody gets it any more, unless it is current by now. */
    async unshare({ name, version }: Version): Promise<void> {
      const found = await read(name);
      if (found?.shared === version) await write(name, { ...found, shared: null });
    },
  };
}
export type ShownVersions = ReturnType<typeof shownVersions>;
