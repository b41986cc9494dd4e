import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { startProduct, type Product } from '../product.ts';
import { benchAreas } from './areas.ts';
import { logIn } from './client.ts';
import { line, spread } from './figures.ts';
import { depth, firstVisit, ROUNDS } from './first-visit.ts';
import { buildOneBundle } from './one-bundle.ts';
import { isCall, isCode, isFont, kib, openDashboard, watchedPage, type Fetched, type Line } from './watched-page.ts';

/** What Chromium's network panel calls slow and fast 4G. */
const THROTTLED: Readonly<Record<string, Line>> = {
  'slow 4G': { latencyMs: 562.5, mbit: 1.44 },
  'fast 4G': { latencyMs: 165, mbit: 8.1 },
};
const VISITS = 5;

/** Where somebody opens the dashboard, and who. */
interface Visitor {
  readonly origin: string;
  readonly cookie: string;
}

/**
 * The way to the dashboard, and from there to each area, beside the same modules built as one bundle and served by an
 * API of its own.
 */
export async function benchFirstLoad(product: Product): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagecast-one-bundle-'));
  const one = await startProduct(product.databaseUrl, { webRoot: await buildOneBundle(folder) });
  const browser = await launchBrowser();
  try {
    const both = [await visitorOf(product), await visitorOf(one)] as const;
    // Not counted: the login itself is a change that open pages hear of, and first answers are slow ones.
    for (const visitor of both) await timeToDashboard(browser, visitor, ROUNDS);
    const [ours, floor] = [await visitOnce(browser, both[0]), await visitOnce(browser, both[1])];
    line(
      'First visit to the dashboard: code',
      `${kib(ours.filter(isCode))} KiB brotli with headers`,
      `${kib(floor.filter(isCode))} KiB`,
      'aim 150 KiB',
    );
    line(
      '  beside it',
      `font ${kib(ours.filter(isFont))}, calls ${kib(ours.filter(isCall))} KiB`,
      `font ${kib(floor.filter(isFont))}, calls ${kib(floor.filter(isCall))} KiB`,
      '',
    );
    line('  requests', counted(ours), counted(floor), 'aim 18');
    line('  round trips', `depth ${depth(ours)}`, `depth ${depth(floor)}`, 'aim 3');
    line('Second visit: code that is sent again', ...(await secondVisits(browser, both)), '');
    for (const [name, throttled] of Object.entries(THROTTLED)) {
      const times: [number[], number[]] = [[], []];
      for (let n = 0; n < VISITS; n += 1) {
        for (const turn of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
          times[turn].push(await timeToDashboard(browser, both[turn], throttled));
      }
      const [mine, theirs] = [spread(times[0]).median, spread(times[1]).median];
      line(
        `  ready on ${name}`,
        `p50 ${mine.toFixed(0)} ms, ${(mine / theirs).toFixed(2)}x`,
        `${theirs.toFixed(0)} ms`,
        'aim 1.15x',
      );
    }
    await benchAreas(product, browser);
  } finally {
    await browser.close();
    await one.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function visitorOf(product: Product): Promise<Visitor> {
  return { origin: product.url, cookie: (await logIn(product, 'manager')).cookie };
}

const visitOnce = (browser: Browser, { origin, cookie }: Visitor) => firstVisit(browser, origin, cookie);

async function secondVisits(browser: Browser, visitors: readonly Visitor[]): Promise<[string, string]> {
  const lines: string[] = [];
  for (const { origin, cookie } of visitors) {
    const visit = await watchedPage(browser, origin, cookie, { latencyMs: 0, mbit: null });
    await openDashboard(visit.page, origin);
    await visit.quiet();
    visit.forget();
    await openDashboard(visit.page, origin);
    const sent = visit.fetched().filter(({ bytes }) => bytes > 0);
    lines.push(
      `${kib(sent.filter(isCode))} KiB in ${sent.filter(isCode).length}, calls ${kib(sent.filter(isCall))} KiB`,
    );
    await visit.close();
  }
  return [lines[0] ?? '', lines[1] ?? ''];
}

async function timeToDashboard(browser: Browser, { origin, cookie }: Visitor, throttled: Line): Promise<number> {
  const visit = await watchedPage(browser, origin, cookie, throttled);
  const time = await openDashboard(visit.page, origin);
  await visit.close();
  return time;
}

const counted = (list: readonly Fetched[]) => `${list.length}, ${list.filter(isCall).length} of them calls`;
