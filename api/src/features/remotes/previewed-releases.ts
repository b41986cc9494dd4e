import { SHELL } from '../../contract/remotes.ts';
import type { Preview } from './previews.ts';
import type { CurrentRelease } from './release-row.ts';
import { flawOf } from './readable-releases.ts';
import type { RemotesRepository } from './remotes.repository.ts';

/**
 * The releases that a browser is shown: previews in the place of what is current, or beside it for an area that never
 * was. What has become current, or is gone, is no preview any more.
 * @param open what this browser was led to
 */
export async function previewedReleases(
  remotes: Pick<RemotesRepository, 'version'>,
  current: CurrentRelease[],
  open: readonly Preview[],
): Promise<{ releases: CurrentRelease[]; shown: Preview[] }> {
  const found = await Promise.all(
    open.map(async (preview) => ({ preview, known: await remotes.version(preview.name, preview.version) })),
  );
  const shown = found.flatMap(({ preview, known }) =>
    known === null || known.isCurrent || flawOf(known.release) !== null ? [] : [{ preview, release: known.release }],
  );
  const areas = shown.map(({ release }) => release).filter(({ name }) => name !== SHELL);
  return {
    releases: [...current.filter(({ name }) => !areas.some((area) => area.name === name)), ...areas],
    shown: shown.map(({ preview }) => preview),
  };
}
