import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { NavEntry } from '../../contract/remotes.ts';
import type { NewRelease } from './remotes.repository.ts';

const Integrity = z.string().startsWith('sha384-');

/** What a remote's build says of itself, in `dist/release.json`. */
const BuiltRelease = z.object({
  name: z.string().regex(/^mf_[a-z]+$/),
  version: z.string().regex(/^\w[\w.+-]*$/),
  gitCommit: z.string().nullish(),
  contract: z.number(),
  manifest: z.string(),
  entry: z.string(),
  integrity: z.object({ manifest: Integrity, entry: Integrity }),
  paths: z.array(z.string()),
  nav: z.array(NavEntry),
  preload: z.array(z.object({ file: z.string(), integrity: Integrity })),
});

/** Where a version's files are served, and kept under the releases folder. */
export function releasePath(name: string, version: string): string {
  return `/remotes/${name}/${version}`;
}

/**
 * Reads the release that lies in a build's folder.
 * @returns null where there is no build
 */
export async function readBuiltRelease(dist: string): Promise<NewRelease | null> {
  const description = await fs.readFile(path.join(dist, 'release.json'), 'utf8').catch(() => null);
  if (description === null) return null;
  const { gitCommit, manifest, entry, preload, ...built } = BuiltRelease.parse(JSON.parse(description));
  const base = releasePath(built.name, built.version);
  return {
    ...built, gitCommit: gitCommit ?? null, manifestUrl: `${base}/${manifest}`, entryUrl: `${base}/${entry}`,
    preload: preload.map(({ file, integrity }) => ({ url: `${base}/${file}`, integrity })),
  };
}
