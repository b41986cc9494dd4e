import { outsideHost } from './built-release.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { RemotesRepository } from './remotes.repository.ts';

/**
 * What people get now and this process cannot give them: another process over the same database has the files in a
 * folder of its own, and has not sent them.
 * @returns such as mf_history 1.2.0
 */
export async function filesElsewhere(
  remotes: Pick<RemotesRepository, 'versions'>,
  files: Pick<ReleaseFiles, 'has'>,
): Promise<string[]> {
  const current = (await remotes.versions()).filter(
    ({ isCurrent, manifestUrl }) => isCurrent && outsideHost(manifestUrl) === null,
  );
  const isHere = await Promise.all(current.map((of) => files.has(of)));
  return current.filter((_, n) => isHere[n] !== true).map(({ name, version }) => `${name} ${version}`);
}
