import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { ROBOT_NOTE_LENGTH } from '../../api/src/contract/robots.ts';
import type { ProductClient } from './product-client.ts';
import { readJourney } from './robot/read-journey.ts';
import { tryVersion } from './robot/try-version.ts';
import { settledMove } from './settled-move.ts';
import { settledRelease } from './settled-release.ts';
import type { SmokeJourney } from './smoke.ts';

type Wanted = Parameters<ProductClient['release']>[0];
type Settled = Awaited<ReturnType<ProductClient['release']>>;

/** How the area stands, as it was read before the build. */
type AreaBefore = Awaited<ReturnType<ProductClient['area']>>;

export interface Robot {
  readonly journey: SmokeJourney;
  readonly launch: () => Promise<Browser>;
  readonly origin: string;
  readonly area: string;
  /** Where a picture goes of what failed. */
  readonly picturesIn: string;
}

/** Why a version is released without a robot. */
interface NoRobot {
  readonly reason: string;
}

/**
 * Who tries a version, read before anything is sent, so that what is wrong with it costs nothing.
 * @param reason why nobody shall; a trial leaves nothing that a robot could look at
 * @throws Error where the area declares no smoke journey
 */
export async function robotFor({
  directory,
  reason,
  isTrial,
  ...robot
}: Omit<Robot, 'journey'> & {
  readonly directory: string;
  readonly reason: string | undefined;
  readonly isTrial: boolean;
}): Promise<Robot | NoRobot> {
  if (reason !== undefined || isTrial) return { reason: reason ?? '' };
  return { ...robot, journey: await readJourney(directory) };
}

/** Whether a version is registered, and nobody gets it before its robot passed. */
export function waitsForRobot({ robots }: AreaBefore, version: string): boolean {
  const outcome = robots?.[version]?.outcome;
  return outcome === 'pending' || outcome === 'failed';
}

/**
 * Releases what was sent once a robot has taken the smoke journey of the version: it is registered, tried, and only
 * then made current. A version that waits since its robot failed is tried again.
 * @param robot or why there is none
 * @throws Error when the product refuses it, or the robot failed
 */
export async function triedRelease(
  client: ProductClient,
  wanted: Wanted,
  version: string,
  { before, robot }: { readonly before: AreaBefore; readonly robot: Robot | NoRobot },
): Promise<Settled> {
  // A product from before the robot refuses what it does not know.
  if (before.robots === undefined || wanted.as === 'trial') return settledRelease(client, wanted, version);
  const isWaiting = waitsForRobot(before, version);
  if ('reason' in robot) {
    if (!isWaiting) return settledRelease(client, { ...wanted, withoutRobot: robot.reason }, version);
  } else {
    if (!isWaiting) await settledRelease(client, { ...wanted, robot: 'first' }, version);
    await tryWith(robot, client, version);
  }
  const from = before.current;
  if (wanted.as === 'current')
    await settledMove(client, before, {
      version,
      ciRun: wanted.ciRun ?? null,
      commit: wanted.commit ?? null,
      isDirty: wanted.isDirty ?? false,
      withoutRobot: 'reason' in robot ? robot.reason : null,
    });
  return { version, from, checkedFiles: wanted.files.length };
}

/** @throws Error that says which step failed, and where to look */
async function tryWith(
  { journey, launch, origin, area, picturesIn }: Robot,
  client: ProductClient,
  version: string,
): Promise<void> {
  const startedAt = performance.now();
  const browser = await launch();
  try {
    const pass = await client.robotPass(version);
    const failure = await tryVersion({ browser, origin, pass, area, version, journey });
    if (failure === null) {
      await client.reportRobot(version, { outcome: 'passed' });
      return console.log(`The robot passed, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    }
    const picture = failure.picture === null ? null : keepPicture(picturesIn, `${area}-${version}`, failure.picture);
    await client.reportRobot(version, { outcome: 'failed', note: failure.sentence.slice(0, ROBOT_NOTE_LENGTH) });
    throw new Error(
      `The robot failed. ${failure.sentence}\n${picture === null ? '' : `What it saw: ${picture}\n`}` +
        `${area} ${version} is registered, and nobody gets it. To try it again, run the release once more.`,
    );
  } finally {
    await browser.close();
  }
}

function keepPicture(folder: string, name: string, picture: Buffer): string {
  const file = path.join(folder, `${name}.png`);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(file, picture);
  return file;
}
