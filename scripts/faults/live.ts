import fs from 'node:fs';
import path from 'node:path';
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
import { crowd, type Crowd, type Member } from './crowd.ts';
import { FAULT_KINDS, type FaultKind } from './kinds.ts';

const FOLDER = 'mf-history';
const AREA = 'mf_history';
const ACTOR = { person: COMMAND_LINE, impersonated: null, environment: 'development', ip: null } as const;
const PEOPLE = 120;
/** Behind the last report of a page, and the next look of the judge. */
const PATIENCE_MS = 30_000;

interface Caught {
  readonly kind: FaultKind;
  readonly metBy: number;
  /** From the first who met it; null where it was not taken back. */
  readonly seconds: number | null;
  readonly said: string | null;
  readonly areOthersWell: boolean;
}

interface Tried {
  readonly product: Product;
  /** Of the product: its robots come with a pass that it signed. */
  readonly secretKey: string;
  readonly browser: Browser;
  readonly only: string | undefined;
}

/** Shares a version with each fault, opens it in browsers of people who are given it, and prints what became of it. */
export async function tryFaults({ product, secretKey, browser, only }: Tried): Promise<void> {
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
  const taken = caught.filter(({ seconds }) => seconds !== null).length;
  console.log(`${taken} of ${caught.length} taken back, or refused by their robot.`);
  await db.destroy();
}

async function stage(product: Product, version: string, { factory, css, missing }: FaultKind): Promise<void> {
  const db = openDatabase(product.databaseUrl);
  const files = releaseFiles(path.join(product.dataDir, 'releases'));
  const dist = makeBuild(product, FOLDER, version, { ...(factory && { factory }), ...(css && { css }) });
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
async function tryWithRobot({ product, browser, kind, version }: Trial, secretKey: string): Promise<Caught> {
  const startedAt = performance.now();
  const { pass } = robotPasses(secretKey).make(AREA, version);
  const journey = await readJourney(path.join(ROOT, FOLDER));
  const failure = await tryVersion({ browser, origin: product.url, pass, area: AREA, version, journey });
  const seconds = failure === null ? null : Math.round((performance.now() - startedAt) / 1000);
  return { kind, metBy: 0, seconds, said: failure?.sentence ?? null, areOthersWell: true };
}

async function tryFault({ product, browser, people, kind, version }: Trial): Promise<Caught> {
  const { share, tried, kept } = await people.share(version);
  await people.areWell(kept.slice(0, 30), share.baseVersion ?? '');
  const startedAt = performance.now();
  let metBy = 0;
  let state = await people.stateOf(share.id);
  for (const one of tried) {
    await visit({ product, browser, kind }, one);
    metBy += 1;
    // The first alone says nothing of a version.
    const until = performance.now() + (metBy === 1 ? 5000 : PATIENCE_MS);
    while (state?.state === 'growing' && performance.now() < until) {
      await new Promise((resolve) => {
        setTimeout(resolve, 500);
      });
      state = await people.stateOf(share.id);
    }
    if (state?.state !== 'growing') break;
  }
  const seconds = state?.state === 'taken-back' ? Math.round((performance.now() - startedAt) / 1000) : null;
  const { remotes } = await people.ask<{ remotes: { name: string; version: string }[] }>(
    tried[0]!,
    'GET',
    '/api/remotes',
  );
  const areOthersWell = remotes.every(({ name, version: shown }) => name === AREA || !shown.startsWith('9.'));
  if (state?.state === 'growing') await people.ask(people.admin, 'POST', `/api/admin/releases/${AREA}/abort`, {});
  return { kind, metBy, seconds, said: state?.reason?.message ?? null, areOthersWell };
}

/** Somebody opens the area, does what they came for, and leaves. A page that no longer answers they close. */
async function visit({ product, browser, kind }: Pick<Trial, 'product' | 'browser' | 'kind'>, one: Member) {
  const context = await browser.newContext();
  const [name = '', value = ''] = one.cookie.split('=');
  await context.addCookies([{ name, value, url: product.url }]);
  if (kind.failingCalls !== undefined)
    await context.route(kind.failingCalls, (route) => route.fulfill({ status: 500, body: '{}' }));
  const page = await context.newPage();
  await page.goto(`${product.url}/settings`);
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.getByRole('link', { name: 'Post History' }).first().click({ noWaitAfter: true, timeout: 20_000 });
  await kind.act?.(page).catch(() => {});
  const answers = await Promise.race([
    page.waitForTimeout(6000).then(() => page.evaluate(() => true)),
    new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), 12_000);
    }),
  ]).catch(() => false);
  if (answers) await page.goto('about:blank').catch(() => {});
  else {
    const next = await context.newPage();
    await Promise.race([page.close(), next.waitForTimeout(3000)]);
    await next.goto(`${product.url}/settings`).catch(() => {});
    await next.waitForTimeout(2000);
  }
  await Promise.race([
    context.close(),
    new Promise((resolve) => {
      setTimeout(resolve, 5000);
    }),
  ]);
}

function lineOf({ kind, metBy, seconds, said, areOthersWell }: Caught): string {
  const how = kind.isSilent === true ? 'refused by its robot' : 'taken back';
  const end = seconds === null ? `not ${how}` : `${how} after ${seconds} s: ${said}`;
  return `${kind.name.padEnd(32)} met by ${metBy} · ${end}${areOthersWell ? '' : ' · ANOTHER AREA CHANGED'}`;
}
