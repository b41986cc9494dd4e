import fs from 'node:fs/promises';
import path from 'node:path';
import { SHELL } from '../../contract/remotes.ts';
import { outsideHost, OWN_RELEASES } from './built-release.ts';
import type { Compatibility } from './compatibility/compatibility.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { NewRelease } from './release-row.ts';
import type { RemotesRepository } from './remotes.repository.ts';
import { assertFits, assertServes, sharedBy, type SharedPackages } from './shared-packages.ts';

interface Deps {
  /** Of the shell that this process came with. */
  readonly dist: string;
  readonly releasesDir: string;
  readonly remotes: RemotesRepository;
  readonly files: ReleaseFiles;
  readonly compatibility: Pick<Compatibility, 'assertStillGetsAlong'>;
}

/** What shells and areas on this disk share in one page. */
export function shellFit({ dist, releasesDir, remotes, files, compatibility }: Deps) {
  const brought = (version: string) => sharedBy(files.folderOf({ name: SHELL, version }));
  /** The manifests of other hosts are not here: those areas say so in their own place, one by one. */
  const manifestOf = ({ manifestUrl }: { readonly manifestUrl: string }) =>
    outsideHost(manifestUrl) === null
      ? fs.readFile(path.join(releasesDir, manifestUrl.slice(OWN_RELEASES.length)), 'utf8').catch(() => null)
      : null;

  const nameOf = ({ name, version }: { readonly name: string; readonly version: string }) => `${name} ${version}`;

  const fit = {
    /** What the shell brings that people have; null: it does not say. */
    async shared(): Promise<SharedPackages | null> {
      const current = await remotes.currentVersion(SHELL);
      return (current === null ? null : await brought(current)) ?? sharedBy(dist);
    },

    /** @throws RefusedError for a version of the shell that an area which some people have cannot run with */
    async assertServesAreas({ version }: Pick<NewRelease, 'version'>): Promise<void> {
      const shared = await brought(version);
      if (shared === null) return;
      const { areas, shares } = await remotes.shown();
      const manifests = await Promise.all([
        ...areas.map(async (area) => [area.name, (await manifestOf(area)) ?? ''] as const),
        ...shares.map(async ({ release }) => [nameOf(release), (await manifestOf(release)) ?? ''] as const),
      ]);
      assertServes(version, shared, new Map(manifests));
    },

    /** @throws RefusedError for a known version that can't run in one page with what people have */
    async assertFitsCurrent(release: Pick<NewRelease, 'name' | 'version' | 'manifestUrl'>): Promise<void> {
      await compatibility.assertStillGetsAlong(release);
      if (release.name === SHELL) return fit.assertServesAreas(release);
      const manifest = await manifestOf(release);
      if (manifest === null) return;
      assertFits(release, manifest, await fit.shared());
      const { shares } = await remotes.shown();
      const early = shares.find((share) => share.release.name === SHELL)?.release.version;
      if (early !== undefined) assertFits(release, manifest, await brought(early));
    },
  };
  return fit;
}
