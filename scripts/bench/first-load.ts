import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import type { Product } from '../product.ts';
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

/**
 * The way to the dashboard, and from there to each area, beside the same modules built as one bundle and served by the
 * same API.
 */
export async function benchFirstLoad(product: Product): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagecast-one-bundle-'));
  const one = await product.alsoServe(await buildOneBundle(folder));
  const browser = await launchBrowser();
  const { cookie } = await logIn(product, 'manager');
  try {
    // Not counted: the login itself is a change that open pages hear of, and first answers are slow ones.
    for (const origin of [product.url, one]) await timeToDashboard(browser, origin, cookie, ROUNDS);
    const [ours, floor] = [await firstVisit(browser, product.url, cookie), await firstVisit(browser, one, cookie)];
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
    line('Second visit: code that is sent again', ...(await secondVisits(browser, [product.url, one], cookie)), '');
    for (const [name, throttled] of Object.entries(THROTTLED)) {
      const times: [number[], number[]] = [[], []];
      for (let n = 0; n < VISITS; n += 1) {
        for (const turn of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
          times[turn].push(await timeToDashboard(browser, turn === 0 ? product.url : one, cookie, throttled));
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
    rmSync(folder, { recursive: true, force: true });
  }
}

async function secondVisits(browser: Browser, origins: readonly string[], cookie: string): Promise<[string, string]> {
  const lines: string[] = [];
  for (const origin of origins) {
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

async function timeToDashboard(browser: Browser, origin: string, cookie: string, throttled: Line): Promise<number> {
  const visit = await watchedPage(browser, origin, cookie, throttled);
  const time = await openDashboard(visit.page, origin);
  await visit.close();
  return time;
}

const counted = (list: readonly Fetched[]) => `${list.length}, ${list.filter(isCall).length} of them calls`;
