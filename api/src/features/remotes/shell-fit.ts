import fs from 'node:fs/promises';
import path from 'node:path';
import { SHELL } from '../../contract/remotes.ts';
import { RefusedError } from '../../http/errors.ts';
import { outsideHost, OWN_RELEASES } from './built-release.ts';
import type { Compatibility } from './compatibility/compatibility.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { CurrentRelease, NewRelease } from './release-row.ts';
import type { RemotesRepository } from './remotes.repository.ts';
import { assertFits, assertServes, lackOf, sharedBy, type SharedPackages } from './shared-packages.ts';

interface Deps {
  /** Of the shell that this process came with. */
  readonly dist: string;
  readonly releasesDir: string;
  readonly remotes: RemotesRepository;
  readonly files: ReleaseFiles;
  readonly compatibility: Pick<Compatibility, 'assertStillGetsAlong' | 'isBreaking'>;
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

  /** @throws RefusedError where an area could not go back any more */
  async function assertServesPrevious(
    version: string,
    shared: SharedPackages,
    areas: readonly CurrentRelease[],
  ): Promise<void> {
    for (const { name, previous } of areas) {
      const lack = previous === null ? null : lackOf(shared, (await manifestOf(previous)) ?? '');
      if (lack === null) continue;
      throw new RefusedError(
        `The shell ${version} brings ${lack.brought}, and ${name} ${previous?.version} needs ${lack.needed}: ` +
          `${name} could not be rolled back any more. Release ${name} once more first, so that it can go back to ` +
          "one that runs with both. If it can't wait, release the shell on the machine of Pagecast with " +
          '--breaking "why".',
      );
    }
  }

  const fit = {
    /** What the shell brings that people have; null: it does not say. */
    async shared(): Promise<SharedPackages | null> {
      const current = await remotes.currentVersion(SHELL);
      return (current === null ? null : await brought(current)) ?? sharedBy(dist);
    },

    /**
     * @param isBreaking somebody said why areas may lose their way back
     * @throws RefusedError for a version of the shell that an area which some people have cannot run with, or the
     * version that it would go back to
     */
    async assertServesAreas({ version }: Pick<NewRelease, 'version'>, isBreaking: boolean): Promise<void> {
      const shared = await brought(version);
      if (shared === null) return;
      const { areas, shares } = await remotes.shown();
      if (!isBreaking) await assertServesPrevious(version, shared, areas);
      const manifests = await Promise.all([
        ...areas.map(async (area) => [area.name, (await manifestOf(area)) ?? ''] as const),
        ...shares.map(async ({ release }) => [nameOf(release), (await manifestOf(release)) ?? ''] as const),
      ]);
      assertServes(version, shared, new Map(manifests));
    },

    /** @throws RefusedError for a known version that can't run in one page with what people have */
    async assertFitsCurrent(release: Pick<NewRelease, 'name' | 'version' | 'manifestUrl'>): Promise<void> {
      await compatibility.assertStillGetsAlong(release);
      if (release.name === SHELL) return fit.assertServesAreas(release, await compatibility.isBreaking(release));
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
