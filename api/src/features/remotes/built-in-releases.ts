import fs from 'node:fs/promises';
import path from 'node:path';
import { SHELL } from '../../contract/remotes.ts';
import { readBuiltRelease } from './built-release.ts';
import type { Compatibility } from './compatibility/compatibility.ts';
import type { Passports } from './passports.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { KnownRelease, NewRelease } from './release-row.ts';
import type { RemotesRepository } from './remotes.repository.ts';
import type { SharedFiles } from './shared-files.ts';
import type { ShownVersions } from './shown-versions.ts';

interface Deps {
  readonly webRoot: string;
  readonly files: ReleaseFiles;
  readonly sharing: SharedFiles;
  readonly remotes: RemotesRepository;
  readonly passports: Passports;
  readonly compatibility: Compatibility;
  readonly shown: ShownVersions;
}

/**
 * Registers the builds under `webRoot` as releases: their files are copied once, into a folder of their version.
 * @returns the remotes, and the shell, whose build waits, since their team released or rolled back by itself
 */
export async function registerBuiltIns({
  webRoot,
  files,
  sharing,
  remotes,
  passports,
  shown,
  compatibility,
}: Deps): Promise<string[]> {
  const folders = (await fs.readdir(webRoot)).filter((folder) => folder.startsWith('mf-') || folder === SHELL);
  const waiting: string[] = [];
  const currents: Pick<NewRelease, 'name' | 'version'>[] = [];
  for (const folder of folders) {
    const dist = path.join(webRoot, folder, 'dist');
    const built = await readBuiltRelease(dist);
    if (built === null) continue;
    await files.copyOnce(dist, built);
    const papers = { integrity: built.integrity, isBuiltIn: true, passport: null, provenance: null };
    await passports.keep(built, papers);
    // Before the others are led there.
    await sharing.sendOnce(built);
    const before = await remotes.currentVersion(built.name);
    const letGo = await remotes.registerBuiltIn(built);
    await compatibility.keepBuilt(built, dist);
    // Once more: a release command that tried the same version out may have cleared its folder away meanwhile.
    await files.copyOnce(dist, built);
    const known = (await remotes.known()).get(built.name) ?? [];
    const versions = known.map(({ version }) => version);
    const isCurrent = known.some(({ version, status }) => version === built.version && status === 'current');
    if (isCurrent) currents.push(built);
    if (isCurrent && before !== built.version) await (await shown.show(built, before))();
    await files.tidy(built.name, versions, letGo);
    await passports.tidy(built.name, versions);
    if (known.some(({ version, isWaiting }) => version === built.version && isWaiting)) waiting.push(built.name);
  }
  const everyKnown = await remotes.known();
  await shown.begin(new Map(Array.from(everyKnown, ([name, known]) => [name, runnable(known)] as const)));
  await compatibility.complain(currents);
  return waiting;
}

/** What pages run by the registry: the current version, and the one before. */
function runnable(known: readonly KnownRelease[]): string[] {
  const withStatus = (wanted: KnownRelease['status']) => known.filter(({ status }) => status === wanted);
  return [...withStatus('current'), ...withStatus('previous')].map(({ version }) => version);
}
