import fs from 'node:fs/promises';
import { MAX_RELEASE_BYTES, RELEASE_DESCRIPTION, SHELL_PAGE } from '../../contract/releases.ts';
import { SHELL } from '../../contract/remotes.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  PayloadTooLargeError,
  RefusedError,
} from '../../http/errors.ts';
import type { Actor } from '../audit/audit.repository.ts';
import { describedRelease, outsideHost, OWN_RELEASES } from './built-release.ts';
import type { IncomingFiles } from './incoming-files.ts';
import { refusing, releaseChecks, type CheckDeps } from './release-checks.ts';
import type { ReleasesService } from './releases.service.ts';
import { ADMIN_REMOTE } from './remotes.routes.ts';
import type { NewRelease } from './release-row.ts';
import type { Papers, Passports } from './passports.ts';
import { assertSigned, type Sent } from './signed-release.ts';
import type { RobotPlan } from './robot-outcomes.ts';
import type { SharedFiles } from './shared-files.ts';
import type { ReleaseTrust } from './trust.ts';

/** Of the files of all versions of an area, those that were let go a day ago at most among them. */
const AREA_BYTES = 1024 * 1024 * 1024;
const DESCRIPTION_BYTES = 256 * 1024;

interface Deps extends CheckDeps {
  readonly releases: ReleasesService;
  readonly incoming: IncomingFiles;
  readonly sharing: SharedFiles;
  readonly passports: Passports;
  readonly trust: ReleaseTrust;
  readonly remoteHosts: readonly string[];
  /** @throws StorageFullError where so many more bytes would leave too little */
  readonly checkRoom: (bytes: number) => Promise<void>;
}

/** A release as its team sends it. */
interface Wanted extends Sent {
  readonly area: string;
  readonly as: 'current' | 'staged' | 'trial';
  readonly revision: number | null;
  readonly baseUrl: string | null;
  readonly gitCommit: string | null;
  /** Nobody gets it before its smoke journey. */
  readonly isRobotFirst: boolean;
  /** Why people get it without one; null where nobody said. */
  readonly withoutRobot: string | null;
  /** Why it is taken although it does not get along with others; null where nobody said. */
  readonly breaking: string | null;
  /** For the audit log, beside its provenance. */
  readonly token: string;
}

/** Takes releases in: files together, each asked for as a browser would, and only then a version of the registry. */
export function releasingService(deps: Deps) {
  const { remotes, releases, files, incoming, sharing, passports } = deps;
  const checks = releaseChecks(deps);

  return {
    /** @throws RefusedError, ConflictError or PayloadTooLargeError with what to do; then nothing is left of it */
    async release(
      actor: Actor,
      wanted: Wanted,
    ): Promise<{ version: string; from: string | null; checkedFiles: number }> {
      assertPossible(wanted, deps);
      return releases.alone(wanted.area, async () => {
        // Another release of the area that has ended meanwhile took away what both have; its folder holds that now.
        await incoming.missing(wanted.area, wanted.files, await foldersOf(wanted.area));
        const release = { ...(await described(wanted, incoming)), gitCommit: wanted.gitCommit };
        await releases.assertNew(release);
        await assertRobotComes(wanted, remotes);
        const { keys } = deps.trust;
        assertSigned(release, wanted, { keys, newest: await passports.newest(wanted.area), now: new Date() });
        await assertRoom(deps, wanted);
        await checks.assertNames(release, wanted.files);
        let isNewFolder = false;
        try {
          if (wanted.baseUrl === null)
            isNewFolder = await files.gatherOnce(release, wanted.files, (hash) => incoming.pathOf(wanted.area, hash));
          // Before the product is asked for them: another process may answer.
          if (wanted.baseUrl === null)
            await sharing.send(release, { papers: papersOf(release, wanted), parts: wanted.parts });
          const { files: checkedFiles, surfaces } = await checks.verify(release, wanted);
          // Before anybody gets it.
          if (wanted.as !== 'trial') await passports.keep(release, papersOf(release, wanted), wanted.parts);
          const from = await settle(actor, release, wanted);
          if (wanted.as !== 'trial') {
            if (surfaces !== null) await deps.compatibility.keep(release, surfaces.uses, wanted.breaking);
            await tidyBehind(wanted, deps);
          }
          return { version: release.version, from, checkedFiles };
        } finally {
          const isKnown = (await remotes.known()).get(release.name)?.some(({ version }) => version === release.version);
          // Under this version other bytes may come yet. What was there before may be one that pages still ask for.
          if (isKnown !== true && isNewFolder) await Promise.all([files.remove(release), sharing.remove(release)]);
        }
      });
    },
  };

  async function foldersOf(name: string): Promise<string[]> {
    return ((await remotes.known()).get(name) ?? []).map(({ version }) => files.folderOf({ name, version }));
  }

  /** @returns the version that it took the place of, or would */
  async function settle(actor: Actor, release: NewRelease, wanted: Wanted): Promise<string | null> {
    const { as, revision, token, isRobotFirst, withoutRobot } = wanted;
    const provenance = { token, ...originOf(wanted), ...(withoutRobot !== null && { withoutRobot }) };
    const said = { provenance, robot: robotPlan(wanted) };
    if (as === 'current' && !isRobotFirst) return (await releases.release(actor, release, revision, said)).from;
    if (as !== 'trial') await releases.stage(actor, release, said);
    return remotes.currentVersion(release.name);
  }
}
export type ReleasingService = ReturnType<typeof releasingService>;

/** @throws RefusedError for a build that describes no release of this area */
async function described(
  { area, files: sent, baseUrl }: Wanted,
  incoming: Pick<IncomingFiles, 'pathOf'>,
): Promise<NewRelease> {
  const description = sent.find((file) => file.path === RELEASE_DESCRIPTION);
  if (description === undefined || description.bytes > DESCRIPTION_BYTES)
    throw new RefusedError(`There is no ${RELEASE_DESCRIPTION} among the files. Build ${area} again.`);
  const file = incoming.pathOf(area, description.hash);
  const text = await fs
    .stat(file)
    // Its length is what the sender said of it, and another plan may have sent more under this hash.
    .then(({ size }) => (size > DESCRIPTION_BYTES ? '' : fs.readFile(file, 'utf8')))
    .catch((error: unknown) => {
      throw new RefusedError(`${RELEASE_DESCRIPTION} was not sent: run the release again.`, {}, { cause: error });
    });
  const release = refusing(() => describedRelease(text, RELEASE_DESCRIPTION, baseUrl ?? OWN_RELEASES));
  if (release.name !== area) throw new RefusedError(`These are files of ${release.name}, not of ${area}.`);
  return release;
}

/**
 * A client that knows no robot is older than this product, and goes on as ever; but what a robot has tried once is not
 * released past it without a word.
 * @throws ConflictError with what to do
 */
async function assertRobotComes(
  { area, as, isRobotFirst, withoutRobot }: Wanted,
  remotes: Pick<CheckDeps['remotes'], 'known'>,
): Promise<void> {
  if (as === 'trial' || isRobotFirst || withoutRobot !== null) return;
  const known = (await remotes.known()).get(area) ?? [];
  if (!known.some(({ robot }) => robot !== null && robot.outcome !== 'skipped')) return;
  throw new ConflictError(
    `A robot tries each version of ${area} before people get it, and this release client knows of none. ` +
      'Update the client, or give the reason with --without-robot "...".',
    { needsRobot: true },
  );
}

function robotPlan({ isRobotFirst, withoutRobot }: Wanted): RobotPlan | null {
  if (isRobotFirst) return { outcome: 'pending', note: null };
  return withoutRobot === null ? null : { outcome: 'skipped', note: withoutRobot };
}

/** Clears away what came for this release, and papers that nobody needs any more. */
async function tidyBehind({ area, files }: Wanted, { remotes, incoming, passports }: Deps): Promise<void> {
  await incoming.clear(area, files);
  const known = (await remotes.known()).get(area) ?? [];
  await passports.tidy(
    area,
    known.map(({ version }) => version),
  );
}

/** Where a version comes from, for the audit log. */
function originOf({ provenance, passport, breaking }: Wanted): object {
  const { commit, isDirty, ciRun, lockfile, builder } = provenance;
  return {
    commit: commit ?? null,
    isDirty: isDirty ?? null,
    ciRun: ciRun ?? null,
    ...(lockfile && { lockfile }),
    ...(builder && { builder }),
    ...(passport !== null && { signedWith: passport.key }),
    ...(breaking !== null && { breaking }),
  };
}

function papersOf({ integrity }: NewRelease, { passport, provenance }: Sent): Papers {
  return { integrity, isBuiltIn: false, passport, provenance };
}

/** What stands in the way before anything is looked at. */
function assertPossible({ area, files, baseUrl }: Wanted, { remoteHosts }: Deps): void {
  const names = files.map((file) => file.path);
  const lower = new Set(names.map((name) => name.toLowerCase()));
  if (lower.size < names.length)
    throw InvalidInputError.of([{ path: 'files', message: 'Two of them have the same name' }]);
  const inFile = names.find((name) =>
    name.split('/').some((_, n, parts) => n > 0 && lower.has(parts.slice(0, n).join('/').toLowerCase())),
  );
  if (inFile !== undefined)
    throw InvalidInputError.of([{ path: 'files', message: `${inFile} lies in something that is a file itself` }]);
  if (files.reduce((sum, file) => sum + file.bytes, 0) > MAX_RELEASE_BYTES)
    throw new PayloadTooLargeError(`A release may have ${MAX_RELEASE_BYTES / 1024 / 1024} MB at most.`);
  if (area !== SHELL && names.includes(SHELL_PAGE))
    throw InvalidInputError.of([{ path: 'files', message: `${SHELL_PAGE} is for the shell alone` }]);
  if (baseUrl === null) return;
  if (area === SHELL) throw new ForbiddenError('Pagecast serves the shell itself: release it without --base-url.');
  const origin = outsideHost(baseUrl);
  if (area === ADMIN_REMOTE)
    throw new ForbiddenError(
      `${area} is for administrators, and ${baseUrl} shows its files to everybody: release it without --base-url.`,
    );
  if (origin === null || !remoteHosts.includes(origin) || /[?#]|\/$/.test(baseUrl))
    throw new RefusedError(`Pages take areas from ${origin ?? baseUrl} only when the product's REMOTE_HOSTS names it.`);
}

/** On this disk, and in the database, from which all hosts have it. */
async function assertRoom({ files, sharing, checkRoom }: Deps, { area, files: sent }: Wanted): Promise<void> {
  const taken = Math.max(await files.bytesOf(area), await sharing.takenBy(area));
  const more = sent.reduce((sum, file) => sum + file.bytes, 0);
  await checkRoom(more);
  if (taken + more > AREA_BYTES)
    throw new PayloadTooLargeError(
      `The versions of ${area} take ${Math.round(taken / 1024 / 1024)} MB, and the limit is 1,024 MB. ` +
        'Versions that are no longer kept are deleted after a day.',
    );
}
