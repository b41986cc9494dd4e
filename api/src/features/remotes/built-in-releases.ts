import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { NavEntry } from '../../contract/remotes.ts';
import type { RemotesRepository } from './remotes.repository.ts';

/** What a remote's build says of itself, in `dist/release.json`. */
const BuiltRelease = z.object({
  name: z.string().regex(/^mf_[a-z]+$/),
  version: z.string().regex(/^[\w.+-]+$/),
  gitCommit: z.string().nullish(),
  contract: z.number(),
  manifest: z.string(),
  entry: z.string(),
  integrity: z.object({ manifest: z.string().startsWith('sha384-'), entry: z.string().startsWith('sha384-') }),
  paths: z.array(z.string()),
  nav: z.array(NavEntry),
  preload: z.array(z.object({ file: z.string(), integrity: z.string().startsWith('sha384-') })),
});

/** Where a version's files are served, and kept under the releases folder. */
export function releasePath(name: string, version: string): string {
  return `/remotes/${name}/${version}`;
}

/** Registers the builds under `webRoot` as releases: their files are copied once, into a folder of their version. */
export async function registerBuiltIns({ webRoot, releasesDir, remotes }: { webRoot: string; releasesDir: string; remotes: RemotesRepository }): Promise<void> {
  const folders = (await fs.readdir(webRoot)).filter((folder) => folder.startsWith('mf-'));
  for (const folder of folders) {
    const dist = path.join(webRoot, folder, 'dist');
    const description = await fs.readFile(path.join(dist, 'release.json'), 'utf8').catch(() => null);
    if (description === null) continue;
    const built = BuiltRelease.parse(JSON.parse(description));
    await copyOnce(dist, path.join(releasesDir, built.name, built.version));
    const base = releasePath(built.name, built.version);
    const forgotten = await remotes.registerBuiltIn({
      ...built,
      gitCommit: built.gitCommit ?? null,
      manifestUrl: `${base}/${built.manifest}`,
      entryUrl: `${base}/${built.entry}`,
      preload: built.preload.map(({ file, integrity }) => ({ url: `${base}/${file}`, integrity })),
    });
    for (const version of forgotten) await fs.rm(path.join(releasesDir, built.name, version), { recursive: true, force: true });
  }
}

/** Into place by rename, so that a folder of a version is whole or not there. */
async function copyOnce(from: string, to: string): Promise<void> {
  if (await fs.stat(to).catch(() => null)) return;
  const unfinished = `${to}.${randomUUID()}.new`;
  await fs.mkdir(path.dirname(to), { recursive: true });
  await fs.cp(from, unfinished, { recursive: true });
  await fs.rename(unfinished, to).catch(async (error: NodeJS.ErrnoException) => {
    await fs.rm(unfinished, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}
