import fs from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import * as z from 'zod';
import * as contract from '../../../contract/index.ts';
import { SHELL } from '../../../contract/remotes.ts';
import { RefusedError } from '../../../http/errors.ts';
import { jsonOf } from '../built-release.ts';
import type { ReleaseFiles } from '../release-files.ts';
import type { RemotesRepository } from '../remotes.repository.ts';
import { contractShapes } from '../../../surfaces/contract-shapes.ts';
import { describeBroken, describeMissing, type Broken } from './describe-breaks.ts';
import { findBreaks } from './find-breaks.ts';
import type { ReleasedUses, ReleasedUsesRepository } from './released-uses.repository.ts';
import { SURFACE_FILE, Surface, Surfaces } from '../../../surfaces/surface.ts';

interface Deps {
  /** Of the shell that this process came with. */
  readonly dist: string;
  readonly remotes: Pick<RemotesRepository, 'currentVersion'>;
  readonly files: Pick<ReleaseFiles, 'folderOf'>;
  readonly uses: ReleasedUsesRepository;
  readonly log: Logger;
}

const Used = Surfaces.pick({ uses: true });
/** Areas bring the kit, and the constants of the contract, with them. */
const OfferedToAreas = z.object({ offers: z.optional(Surface.omit({ kit: true, contract: true })) });

interface Version {
  readonly name: string;
  readonly version: string;
}

/** Compares how versions meet each other, the kit and our calls, before anybody gets one. */
export function compatibility({ dist, remotes, files, uses, log }: Deps) {
  let calls: Surface['calls'];
  const ownCalls = () => (calls ??= contractShapes(contract));

  /** What an area finds in this product: the shell that people have, and our calls. */
  async function offered(): Promise<{ shell: string | null; offers: Surface }> {
    const shell = await remotes.currentVersion(SHELL);
    const surfaces =
      (shell === null ? null : await partIn(files.folderOf({ name: SHELL, version: shell }), OfferedToAreas)) ??
      (await partIn(dist, OfferedToAreas));
    return { shell, offers: { ...surfaces?.offers, calls: ownCalls() } };
  }

  /** The versions that would not get along with `offers`, the newest of each first. */
  function brokenBy(offers: Surface, versions: readonly ReleasedUses[]): Broken[] {
    return versions
      .map((one) => ({ ...one, breaks: findBreaks(one.uses, offers, false) }))
      .filter(({ breaks }) => breaks.length > 0);
  }

  /** @throws RefusedError that names every member that does not fit, and who uses it */
  async function assertGetsAlong({ name, version }: Version, surfaces: Surfaces): Promise<void> {
    const { shell, offers } = await offered();
    const missing = findBreaks(surfaces.uses, name === SHELL ? { calls: offers.calls } : offers, true);
    if (missing.length > 0)
      throw new RefusedError(
        `${name} ${version} needs what this Pagecast${shell === null ? '' : `, with shell ${shell},`} does not have. ` +
          `${describeMissing(missing)} Update Pagecast first, or build ${name} for this version.`,
      );
    if (name !== SHELL || surfaces.offers === undefined) return;
    const areas = (await uses.all()).filter((other) => other.name !== SHELL);
    const broken = brokenBy(surfaces.offers, areas);
    if (broken.length > 0)
      throw new RefusedError(
        `The shell ${version} would break what others use. ${describeBroken(broken)} Keep the old form beside the ` +
          "new one until none of their last 10 versions uses it. If it can't wait, release it on the machine of " +
          'Pagecast with --breaking "why".',
      );
  }

  return {
    assertGetsAlong,

    /** Since a version was taken, what it meets may have moved. Who took it as it is has said why. */
    async assertStillGetsAlong(of: Version): Promise<void> {
      const known = await uses.of(of);
      if (known === null || known.breaking !== null) return;
      const offers = of.name === SHELL ? (await partIn(files.folderOf(of), Surfaces))?.offers : undefined;
      await assertGetsAlong(of, { uses: known.uses, offers });
    },

    isBreaking: uses.isBreaking,
    uses: uses.all,
    keep: uses.keep,

    /** Of a build that came with the product; what is known of a version never changes. */
    async keepBuilt(of: Version, folder: string): Promise<void> {
      if (await uses.has(of)) return;
      const surfaces = await partIn(folder, Used);
      if (surfaces !== null) await uses.keep(of, surfaces.uses);
    },

    /**
     * An upgrade is not stopped for it: posts go out all the same.
     * @param built what came with the product and is current: made together, and nothing to compare with itself
     */
    async complain(built: readonly Version[]): Promise<void> {
      const versions = await uses.all();
      const broken = areAllOf(built, versions) ? [] : brokenBy((await offered()).offers, versions);
      if (broken.length > 0)
        log.warn(
          { versions: broken.map(({ name, version }) => `${name} ${version}`), breaks: describeBroken(broken) },
          'compatibility.broken',
        );
    },
  };
}
export type Compatibility = ReturnType<typeof compatibility>;

/** Whether there is nothing but `built`, with a shell among it. */
function areAllOf(built: readonly Version[], versions: readonly Version[]): boolean {
  const isBuilt = ({ name, version }: Version) => built.some((one) => one.name === name && one.version === version);
  return versions.every(isBuilt) && built.some(({ name }) => name === SHELL);
}

/** @throws RefusedError for a text that is none of ours */
export function readSurfaces({ name, version }: Version, text: string): Surfaces {
  const read = Surfaces.safeParse(jsonOf(text));
  if (!read.success)
    throw new RefusedError(`The ${SURFACE_FILE} of ${name} ${version} can't be read. Build ${name} again.`);
  return read.data;
}

/**
 * What a build says of itself, as far as it is wanted: every start reads all builds, and to check shapes takes longer
 * than to read them. Null for a build that does not say.
 */
async function partIn<Part>(folder: string, part: z.ZodType<Part>): Promise<Part | null> {
  const text = await fs.readFile(path.join(folder, SURFACE_FILE), 'utf8').catch(() => null);
  return text === null ? null : (part.safeParse(jsonOf(text)).data ?? null);
}
