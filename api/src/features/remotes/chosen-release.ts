import { CONTRACT_VERSION, HOST_PATHS, SHELL } from '../../contract/remotes.ts';
import type { AnsweredPaths } from '../../http/answered-paths.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import { outsideHost } from './built-release.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { KnownRelease, NewRelease } from './release-row.ts';
import type { RemotesRepository } from './remotes.repository.ts';
import type { ShownVersions } from './shown-versions.ts';

/**
 * Brings the files of the version that is meant, and of the current one, to this process, which may take long: in a
 * transaction others would wait for it.
 */
export async function fetchBefore(
  registry: Pick<RemotesRepository, 'known'>,
  files: Pick<ReleaseFiles, 'has'>,
  { name, version }: { readonly name: string; readonly version: string | null },
): Promise<void> {
  const known = (await registry.known()).get(name) ?? [];
  const meant = known.filter((release) => release.status === 'current' || isMeant(release, version));
  for (const release of meant)
    if (outsideHost(release.manifestUrl) === null) await files.has({ name, version: release.version });
}

const isMeant = (release: KnownRelease, version: string | null) =>
  version === null ? release.status === 'previous' : release.version === version;

/** The release that a remote goes back to, or the version that was asked for. */
export async function choiceOf({
  registry,
  files,
  shown,
  name,
  version,
  current,
}: {
  registry: RemotesRepository;
  files: ReleaseFiles;
  shown: ShownVersions | undefined;
  name: string;
  version: string | null;
  current: string | null;
}): Promise<KnownRelease> {
  const known = (await registry.known()).get(name) ?? [];
  if (known.length === 0) throw new NotFoundError(`There is no remote ${name}.`);
  const wanted = known.find((release) => isMeant(release, version));
  if (wanted === undefined) {
    throw new NotFoundError(
      version === null
        ? `${name} has no earlier version to go back to.`
        : `${name} has no version ${version}. It has: ${known.map((release) => release.version).join(', ')}.`,
    );
  }
  // A pointer that came back with an older database is made good by saying so.
  if (wanted.version === current && (await shown?.has({ name, version: current })) !== false)
    throw new ConflictError(`${name} ${current} is current already.`);
  const has = (of: string) => files.has({ name, version: of });
  // Who sees those of the current version would see these too; a command on another machine may see none.
  const wouldSee = outsideHost(wanted.manifestUrl) === null && current !== null && (await has(current));
  if (wouldSee && !(await has(wanted.version)))
    throw new ConflictError(`The files of ${name} ${wanted.version} are gone, so nobody could load it.`);
  return wanted;
}

/**
 * Whether nobody had anything of an area before its team made this known, and going back means that nobody has it
 * again. What comes with the product comes back with its next start.
 */
export function isFirst(name: string, known: readonly KnownRelease[]): boolean {
  const hasStatus = (wanted: KnownRelease['status']) => known.some(({ status }) => status === wanted);
  return (
    name !== SHELL &&
    hasStatus('current') &&
    !hasStatus('previous') &&
    known.every(({ source }) => source === 'released')
  );
}

/**
 * Whether a move leads back to what people had before. A version that was only staged is new to them, however old.
 * @param known its versions, the newest first, as they stand before the move
 */
export function isBack(known: readonly KnownRelease[], from: string | null, to: string): boolean {
  const placeOf = (version: string) => known.findIndex((release) => release.version === version);
  const wanted = known[placeOf(to)];
  if (from === null || wanted?.wasCurrent !== true) return false;
  return wanted.status === 'previous' || placeOf(to) > placeOf(from);
}

/** A command beside the server does not know what that answers itself. */
const NOTHING_ANSWERED: Pick<AnsweredPaths, 'has'> = { has: () => false };

/** Case and slashes at the end make no other route. */
const routeOf = (path: string) => path.toLowerCase().replace(/(?<=.)\/+$/, '');

/**
 * @throws ConflictError for a contract that the product does not speak, and for paths that are the host's, the API's or
 * another remote's
 */
export async function assertRuns(
  registry: RemotesRepository,
  { name, version, contract, paths }: Pick<NewRelease, 'name' | 'version' | 'contract' | 'paths'>,
  answered: Pick<AnsweredPaths, 'has'> = NOTHING_ANSWERED,
): Promise<void> {
  const spoken = (await registry.spokenContract()) ?? CONTRACT_VERSION;
  if (contract !== spoken)
    throw new ConflictError(
      `${name} ${version} was built for version ${contract} of the contract. This Pagecast uses ${spoken}.`,
    );
  const own = new Set(HOST_PATHS.map(routeOf));
  const hosts = paths.find((path) => answered.has(path) || own.has(routeOf(path)));
  if (hosts !== undefined)
    throw new ConflictError(
      `${name} ${version} serves ${hosts}, which is Pagecast's own: a remote needs a path that nobody has.`,
    );
  const routes = new Set(paths.map(routeOf));
  const held = (await registry.shown()).areas.find((area) => area.name === name)?.paths ?? [];
  // What it has already, nobody else can claim meanwhile.
  if (!routes.isSubsetOf(new Set(held.map(routeOf)))) await registry.lockPaths();
  const { areas, shares } = await registry.shown();
  for (const other of [...areas, ...shares.map(({ release }) => release)]) {
    const taken = other.name === name ? undefined : other.paths.find((path) => routes.has(routeOf(path)));
    if (taken !== undefined)
      throw new ConflictError(
        `${name} ${version} serves ${taken}, which is ${other.name}'s: each path belongs to one remote.`,
      );
  }
}
