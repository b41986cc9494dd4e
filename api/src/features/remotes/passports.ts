import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { Passport } from '../../contract/passports.ts';
import { Provenance } from '../../contract/releases.ts';
import { ReleasedName } from '../../contract/remotes.ts';
import { jsonOf } from './built-release.ts';
import { writeWhole } from './write-whole.ts';

/** A version that its registry does not know may be one on its way there. */
const UNKNOWN_FOR_MS = 24 * 3_600_000;
const SUFFIX = '.json';
const VERSION = /^\w[\w.+-]{0,99}$/;
const PARTS = '.parts.json';
/** In the place of papers that were cleared away. */
const LET_GO = '.gone';

export const Papers = z.object({
  integrity: z.object({ manifest: z.string(), entry: z.string() }),
  /** It came with the product, and whoever can change that needs no key. */
  isBuiltIn: z.boolean(),
  passport: z.nullable(Passport),
  provenance: z.nullable(Provenance),
});
/** What is known of a version beside the registry. */
export type Papers = z.infer<typeof Papers>;

interface Version {
  readonly name: string;
  readonly version: string;
}

/**
 * The papers of all versions, on the disk: who owns the database cannot add any. Those of versions that were let go are
 * cleared away, and then no registry brings them back.
 */
export function passports(releasesDir: string) {
  const folder = path.join(releasesDir, '.passports');
  const fileOf = ({ name, version }: Version) => path.join(folder, name, `${version}${SUFFIX}`);
  const partsOf = ({ name, version }: Version) => path.join(folder, name, `${version}${PARTS}`);
  const letGo = letGoIn(folder);
  const known = new Map<string, { readonly stamp: string; readonly papers: Papers | null }>();

  /** Null where there are none, or none that can be read. */
  async function read(of: Version): Promise<Papers | null> {
    if (!isName(of)) return null;
    const file = fileOf(of);
    const stamp = await fs.stat(file).then(
      ({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`,
      () => null,
    );
    if (stamp === null) return null;
    const before = known.get(file);
    if (before?.stamp === stamp) return before.papers;
    const text = await fs.readFile(file, 'utf8').catch(() => '');
    const papers = Papers.safeParse(jsonOf(text)).data ?? null;
    known.set(file, { stamp, papers });
    return papers;
  }

  async function versionsOf(name: string): Promise<string[]> {
    const files = await fs.readdir(path.join(folder, name)).catch(() => []);
    return files
      .filter((file) => file.endsWith(SUFFIX) && !file.endsWith(PARTS))
      .map((file) => file.slice(0, -SUFFIX.length));
  }

  /** The version of an area that was signed last. */
  async function newest(name: string): Promise<{ version: string; signedAt: Date } | null> {
    const all = await Promise.all(
      (await versionsOf(name)).map(async (version) => {
        const passport = (await read({ name, version }))?.passport;
        return passport ? { version, signedAt: new Date(passport.signedAt) } : null;
      }),
    );
    return all.filter((one) => one !== null).toSorted((a, b) => b.signedAt.getTime() - a.signedAt.getTime())[0] ?? null;
  }

  return {
    read,
    newest,
    readParts: (of: Version): Promise<string | null> =>
      isName(of) ? fs.readFile(partsOf(of), 'utf8').catch(() => null) : Promise.resolve(null),

    async keep(of: Version, papers: Papers, parts: string | null = null): Promise<void> {
      if (parts !== null) await writeWhole(partsOf(of), parts);
      await writeWhole(fileOf(of), JSON.stringify(papers));
      await letGo.forget(of);
    },

    /** Whether it had papers here that were cleared away. */
    wasLetGo: letGo.has,

    /** Clears away what belongs to no known version. The newest stays: nothing older than it is taken again. */
    async tidy(name: string, versions: readonly string[]): Promise<void> {
      const kept = new Set([...versions, (await newest(name))?.version]);
      for (const version of (await versionsOf(name)).filter((one) => !kept.has(one))) {
        const { mtimeMs } = await fs.stat(fileOf({ name, version })).catch(() => ({ mtimeMs: Infinity }));
        if (Date.now() - mtimeMs < UNKNOWN_FOR_MS) continue;
        await letGo.remember({ name, version });
        await fs.rm(fileOf({ name, version }), { force: true });
        await fs.rm(partsOf({ name, version }), { force: true });
      }
    },
  };
}

/** Versions whose papers were cleared away. */
function letGoIn(folder: string) {
  const fileOf = ({ name, version }: Version) => path.join(folder, name, `${version}${LET_GO}`);
  return {
    remember: (of: Version) => writeWhole(fileOf(of), ''),
    forget: (of: Version) => fs.rm(fileOf(of), { force: true }),
    async has(of: Version): Promise<boolean> {
      if (!isName(of)) return false;
      return fs.stat(fileOf(of)).then(
        () => true,
        () => false,
      );
    },
  };
}

/** A registry may hold any text in the place of a name or a version. */
function isName({ name, version }: Version): boolean {
  return ReleasedName.safeParse(name).success && VERSION.test(version) && !version.endsWith('.parts');
}

export type Passports = ReturnType<typeof passports>;
