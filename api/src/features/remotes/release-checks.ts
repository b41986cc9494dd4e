import path from 'node:path';
import type { ReleasedFile } from '../../contract/releases.ts';
import { SHELL } from '../../contract/remotes.ts';
import { AppError, RefusedError } from '../../http/errors.ts';
import { OWN_RELEASES, releasePath } from './built-release.ts';
import { readSurfaces, type Compatibility } from './compatibility/compatibility.ts';
import { MAX_SURFACE_BYTES, SURFACE_FILE, type Surfaces } from '../../surfaces/surface.ts';
import { assertOwnChunks } from './chunk-names.ts';
import { hashedFolders } from './hashed-folders.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { NewRelease } from './release-row.ts';
import type { RemotesRepository } from './remotes.repository.ts';
import { servedText, verifyServed, type Asking } from './served-files.ts';
import { assertFits, type SharedPackages } from './shared-packages.ts';
import { assertOwnNames, assertPageServed, assertShell } from './shell-release.ts';
import { PROOF_HEADER, VERIFICATION_HEADER, VERSION_PARAM, type Verification } from './verification.ts';
import { assertChecked } from './whole-build.ts';

const VERIFIED_WITHIN_MS = 45_000;

export interface CheckDeps {
  readonly remotes: RemotesRepository;
  readonly files: ReleaseFiles;
  readonly verification: Verification;
  /** What the current shell shares with areas; null: it is from before it said so. */
  readonly shared: () => Promise<SharedPackages | null>;
  /** @throws RefusedError for a version of the shell that a current area cannot run with, or could not go back with */
  readonly assertServesAreas: (release: Pick<NewRelease, 'version'>, isBreaking: boolean) => Promise<void>;
  readonly compatibility: Compatibility;
  readonly publicUrl: string;
}

/** The files of a release, and where pages load them from; null: from Pagecast itself. */
interface Sent {
  readonly files: readonly ReleasedFile[];
  readonly baseUrl: string | null;
  /** Why it is taken although it does not get along with others; null where nobody said. */
  readonly breaking: string | null;
}

/** What came out of it. */
interface Checked {
  /** So many files come to browsers as they were built. */
  readonly files: number;
  /** How it meets others; null: it does not say. */
  readonly surfaces: Surfaces | null;
}

/** What a release has to be before anybody gets it. */
export function releaseChecks(deps: CheckDeps) {
  const { remotes, files } = deps;
  const filesOf = hashedFolders();

  /** @throws RefusedError for a file of the shell whose name an open page knows as another one */
  async function assertNames(release: NewRelease, sent: readonly ReleasedFile[]): Promise<void> {
    if (!isShell(release)) return;
    const known = (await remotes.known()).get(SHELL) ?? [];
    const others = await Promise.all(
      known.map(async ({ version }) => [version, await filesOf(files.folderOf({ name: SHELL, version }))] as const),
    );
    refusing(() => assertOwnNames(sent, new Map(others)));
  }

  /** @throws RefusedError that names a file which pages would not get, or what does not fit */
  async function verify(release: NewRelease, { files: sent, baseUrl, breaking }: Sent): Promise<Checked> {
    const at = addressOf(release, baseUrl, deps);
    const asking = {
      ...(baseUrl === null ? ownPlace(deps, release) : { pageOrigin: deps.publicUrl }),
      signal: AbortSignal.timeout(VERIFIED_WITHIN_MS),
    };
    try {
      const count = await verifyServed(sent, at, asking);
      const textOf = async (address: string) => {
        const file = sent.find((one) => one.path === path.posix.basename(address));
        if (file === undefined) throw new Error(`${address} is not among the files: build it again`);
        return servedText(new URL(address, deps.publicUrl).href, asking, file);
      };
      if (isShell(release)) {
        const page = await textOf(release.manifestUrl);
        assertShell(sent, release, page);
        await assertPageServed(at, page, asking);
        await deps.assertServesAreas(release, breaking !== null);
      } else {
        const entry = await textOf(release.entryUrl);
        assertChecked(sent, release, entry);
        assertOwnChunks(release, entry);
        assertFits(release, await textOf(release.manifestUrl), await deps.shared());
      }
      const described = sent.find((file) => file.path === SURFACE_FILE && file.bytes <= MAX_SURFACE_BYTES);
      const surfaces = described ? readSurfaces(release, await textOf(`${at}/${SURFACE_FILE}`)) : null;
      if (surfaces !== null && breaking === null) await deps.compatibility.assertGetsAlong(release, surfaces);
      return { files: count, surfaces };
    } catch (error) {
      throw refusalOf(error, baseUrl === null ? PUBLIC_URL_HINT : `The files must be at ${at} first.`);
    }
  }

  return { assertNames, verify };
}

const PUBLIC_URL_HINT =
  'Pagecast asks for the files of each release at its own public address: make sure that PUBLIC_URL leads to it, ' +
  'from the server too.';

const isShell = ({ name }: NewRelease): boolean => name === SHELL;

/** Where the files of a release are asked for: those of a shell have no folder of their own. */
function addressOf(release: NewRelease, baseUrl: string | null, { publicUrl }: CheckDeps): string {
  if (isShell(release)) return publicUrl;
  return `${baseUrl ?? `${publicUrl}${OWN_RELEASES}`}/${releasePath(release)}`;
}

/** The answers must come from this very product: another one may have files of the same names. */
function ownPlace({ verification, publicUrl }: CheckDeps, release: NewRelease): Asking {
  return {
    headers: { [VERIFICATION_HEADER]: verification.pass(release) },
    ...(isShell(release) && { search: `?${VERSION_PARAM}=${encodeURIComponent(release.version)}` }),
    inspect({ headers }, url) {
      if (!verification.isProof(release, headers.get(PROOF_HEADER) ?? ''))
        throw new Error(`${url} is answered by another product than this one, or by a cache in front of ${publicUrl}`);
    },
  };
}

export function refusing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** What a check found is for the team to read. */
export function refusalOf(error: unknown, hint = ''): AppError {
  if (error instanceof AppError) return error;
  return new RefusedError(`${(error as Error).message}${hint === '' ? '' : `. ${hint}`}`, {}, { cause: error });
}
