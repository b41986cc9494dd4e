import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { MAX_RELEASE_FILES, RELEASE_DESCRIPTION } from '../../contract/releases.ts';
import { Commands, NavEntry, ReleasedName, REMOTE_PATH_SHAPE, SHELL } from '../../contract/remotes.ts';
import type { NewRelease } from './release-row.ts';

const Integrity = z.string().regex(/^sha384-[\w+/]{64}$/);
/** Relative to the folder; it becomes part of addresses and of pages. */
const File = z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/);

const Path = z.string().regex(new RegExp(`^${REMOTE_PATH_SHAPE}$`));

/** All of it comes with every page. */
const MAX_PATHS = 50;
const Label = z.string().max(100);
const NAV_LIMITS = {
  label: Label,
  icon: z.string().max(100),
  unlisted: z.optional(z.array(z.looseObject({ label: Label })).max(MAX_PATHS)),
  commands: z.optional(Commands),
};

/**
 * What a build of an area, or of the shell, says of itself, in `dist/release.json`: written by the build, read here,
 * and kept with addresses in place of files. The shell's page stands in the place of a manifest: it names what comes
 * first.
 */
const ReleaseFile = z
  .object({
    name: ReleasedName,
    version: z.string().regex(/^\w[\w.+-]{0,99}$/),
    gitCommit: z.string().nullish(),
    contract: z.number(),
    manifest: File,
    entry: File,
    integrity: z.object({ manifest: Integrity, entry: Integrity }),
    paths: z.array(Path).max(MAX_PATHS),
    // What is read leniently later is refused here, where its team can mend it.
    nav: z.array(z.looseObject(NAV_LIMITS).pipe(NavEntry)).max(MAX_PATHS),
    /** Chunks that the first paint of a screen needs. */
    preload: z.array(z.object({ file: File, integrity: Integrity })).max(MAX_PATHS),
    /** Of the shell: every script, style and font, also those that a page asks for late. */
    parts: z.optional(z.array(File).max(MAX_RELEASE_FILES)),
  })
  .refine(
    ({ paths, nav }) =>
      nav
        .flatMap((entry) => [entry, ...(entry.unlisted ?? []), ...(entry.commands ?? [])])
        .every(({ to }) => paths.includes(to.split('?')[0] ?? '')),
    { path: ['nav'], message: 'Each sidebar entry and command must lead to one of the paths' },
  );

export type ReleaseFile = z.infer<typeof ReleaseFile>;

/** Where this product delivers releases itself. */
export const OWN_RELEASES = '/remotes';

/** Stands for our own origin, whichever that is. */
const OWN = 'http://own.invalid';

/** The origin of an address that is not ours, or null for ours; 'null', as browsers have it, where there is none. */
export function outsideHost(address: string): string | null {
  const origin = URL.canParse(address, OWN) ? new URL(address, OWN).origin : 'null';
  return origin === OWN ? null : origin;
}

interface Version {
  readonly name: string;
  readonly version: string;
}

/** Where a version's files are served, and kept under the folder of releases. */
export function releasePath({ name, version }: Version): string {
  return `${name}/${version}`;
}

/**
 * Reads the release that lies in a build's folder.
 * @param base of the addresses under which releases are served, without a slash at its end
 * @returns null where there is no build
 * @throws Error that says what is wrong with its description
 */
export async function readBuiltRelease(dist: string, base = OWN_RELEASES): Promise<NewRelease | null> {
  const file = path.join(dist, RELEASE_DESCRIPTION);
  const description = await fs.readFile(file, 'utf8').catch(() => null);
  return description === null ? null : describedRelease(description, file, base);
}

/**
 * @param description text of what the build says of itself
 * @param from where it was found
 * @throws Error that says what is wrong with it
 */
export function describedRelease(description: string, from: string, base: string): NewRelease {
  const read = ReleaseFile.safeParse(jsonOf(description));
  if (!read.success) throw new Error(`${from} does not describe a release: ${z.prettifyError(read.error)}`);
  const { gitCommit, manifest, entry, preload, ...built } = read.data;
  // The shell's files have no folder in their addresses: those in a page must not change with its version.
  const at = built.name === SHELL ? '' : `${base}/${releasePath(built)}`;
  return {
    ...built,
    gitCommit: gitCommit ?? null,
    manifestUrl: `${at}/${manifest}`,
    entryUrl: `${at}/${entry}`,
    preload: preload.map(({ file, integrity }) => ({ url: `${at}/${file}`, integrity })),
  };
}

/** @returns undefined for what is none */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
