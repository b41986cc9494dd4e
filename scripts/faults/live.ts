import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { COMMAND_LINE } from '../../api/src/features/audit/audit.repository.ts';
import { readBuiltRelease } from '../../api/src/features/remotes/built-release.ts';
import { releaseFiles } from '../../api/src/features/remotes/release-files.ts';
import { releasesService } from '../../api/src/features/remotes/releases.service.ts';
import { openDatabase } from '../../api/src/db/database.ts';
import { makeBuild } from '../../shell/e2e/make-release.ts';
import { robotPasses } from '../../api/src/features/remotes/robot-passes.ts';
import { ROOT } from '../paths.ts';
import type { Product } from '../product.ts';
import { readJourney } from '../release/robot/read-journey.ts';
import { tryVersion } from '../release/robot/try-version.ts';
import { lineOf, missed, totalOf, type Caught } from './caught.ts';
import { crowd, type Crowd } from './crowd.ts';
import { FAULT_KINDS, type FaultKind } from './kinds.ts';
import { comes } from './person.ts';

const FOLDER = 'mf-history';
const AREA = 'mf_history';
const ACTOR = { person: COMMAND_LINE, impersonated: null, environment: 'development', ip: null } as const;
const PEOPLE = 120;
/** A page reports within three seconds, and the judge looks every five. */
const STAY_MS = 9000;
/** Behind the last visit. */
const PATIENCE_MS = 30_000;
interface Tried {
  readonly product: Product;
  /** Of the product: its robots come with a pass that it signed. */
  readonly secretKey: string;
  readonly browser: Browser;
  readonly only: string | undefined;
}

/**
 * Shares a version with each fault, opens it in browsers of people who are given it, and prints what became of it.
 * @returns the names of faults that were not found out as they have to be
 */
export async function tryFaults({ product, secretKey, browser, only }: Tried): Promise<readonly string[]> {
  const db = openDatabase(product.databaseUrl);
  const people = await crowd(product, db, PEOPLE);
  const caught: Caught[] = [];
  for (const [n, kind] of FAULT_KINDS.entries()) {
    if (only !== undefined && !kind.name.includes(only)) continue;
    const version = `9.${n}.0`;
    await stage(product, version, kind);
    const trial = { product, browser, people, kind, version };
    caught.push(kind.isSilent === true ? await tryWithRobot(trial, secretKey) : await tryFault(trial));
    console.log(lineOf(caught.at(-1)!));
  }
  console.log(totalOf(caught));
  await db.destroy();
  return missed(caught);
}

async function stage(product: Product, version: string, kind: FaultKind): Promise<void> {
  const { factory, css, code, missing, isReadFirst } = kind;
  const db = openDatabase(product.databaseUrl);
  const files = releaseFiles(path.join(product.dataDir, 'releases'));
  const dist = makeBuild(product, FOLDER, version, {
    ...(factory && { factory }),
    ...(css && { css }),
    ...(code && { code }),
    ...(isReadFirst && { isReadFirst }),
  });
  const release = await readBuiltRelease(dist);
  if (release === null) throw new Error(`${FOLDER} has no build`);
  await files.copyOnce(dist, release);
  await releasesService({ db, files }).stage(ACTOR, release);
  const folder = files.folderOf({ name: AREA, version });
  if (missing !== undefined)
    for (const file of fs.readdirSync(folder)) if (missing.test(file)) fs.rmSync(path.join(folder, file));
  await db.destroy();
}

interface Trial {
  readonly product: Product;
  readonly browser: Browser;
  readonly people: Crowd;
  readonly kind: FaultKind;
  readonly version: string;
}

/** What nobody's browser notices is for the robot that tries a version before anybody gets it. */
async function tryWithRobot({ product, browser, people, kind, version }: Trial, secretKey: string): Promise<Caught> {
  const startedAt = performance.now();
  const { pass } = robotPasses(secretKey).make(AREA, version);
  const journey = await readJourney(path.join(ROOT, FOLDER));
  const failure = await tryVersion({ browser, origin: product.url, pass, area: AREA, version, journey });
  const seconds = failure === null ? null : Math.round((performance.now() - startedAt) / 1000);
  const person = await comes({ product, browser }, people.admin, kind);
  const areOthersWell = await person.opensAnotherArea();
  await person.leave();
  return { kind, metBy: 0, seconds, said: failure?.sentence ?? null, areOthersWell };
}

async function tryFault({ product, browser, people, kind, version }: Trial): Promise<Caught> {
  const { share, tried, kept } = await people.share(version);
  await people.areWell(kept.slice(0, 30), share.baseVersion ?? '');
  let state = await people.stateOf(share.id);
  let [metBy, startedAt, endedAt, areOthersWell] = [0, 0, 0, true];
  const untilTakenBack = async (forMs: number) => {
    const end = performance.now() + forMs;
    while (state?.state === 'growing' && performance.now() < end) {
      await sleep(250);
      state = await people.stateOf(share.id);
      endedAt = performance.now();
    }
  };
  for (const one of tried) {
    const person = await comes({ product, browser }, one, kind);
    await person.opensArea();
    if (metBy === 0) startedAt = performance.now();
    metBy += 1;
    await person.acts();
    let isStuck = await person.closesWhatNoLongerAnswers();
    if (!isStuck) {
      await untilTakenBack(STAY_MS);
      isStuck = state?.state === 'growing' && (await person.closesWhatNoLongerAnswers());
    }
    const [isOtherWell] = await Promise.all([person.opensAnotherArea(), untilTakenBack(isStuck ? STAY_MS : 1000)]);
    areOthersWell &&= isOtherWell;
    await person.leave();
    if (state?.state !== 'growing') break;
  }
  await untilTakenBack(PATIENCE_MS);
  const seconds = state?.state === 'taken-back' ? Math.round((endedAt - startedAt) / 1000) : null;
  if (state?.state === 'growing') await people.ask(people.admin, 'POST', `/api/admin/releases/${AREA}/abort`, {});
  return { kind, metBy, seconds, said: state?.reason?.message ?? null, areOthersWell };
}
