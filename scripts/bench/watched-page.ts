import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { pageWithSession } from './page-with-session.ts';

/** A line as Chromium's network panel plays it. `mbit` null is as fast as the machine. */
export interface Line {
  readonly latencyMs: number;
  readonly mbit: number | null;
}

export interface Fetched {
  readonly url: string;
  /** When the page asked for it and when it was there, s. */
  readonly askedAt: number;
  doneAt: number;
  /** With its headers, as sent. */
  bytes: number;
}

const QUIET_MS = 700;

/** A page of a browser with an empty cache and a session, and all that it fetches from `origin`. */
export async function watchedPage(browser: Browser, origin: string, cookie: string, { latencyMs, mbit }: Line) {
  const page = await pageWithSession(browser, origin, cookie);
  const context = page.context();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const throughput = mbit === null ? -1 : (mbit * 1024 * 1024) / 8;
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });

  const requests = new Map<string, Fetched>();
  network.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (request.url.startsWith(origin))
      requests.set(requestId, { url: request.url, askedAt: timestamp, doneAt: Infinity, bytes: 0 });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    Object.assign(requests.get(requestId) ?? {}, { bytes: encodedDataLength, doneAt: timestamp });
  });
  return {
    page,
    fetched: () => [...requests.values()],
    forget: () => requests.clear(),
    /** Waits until the frame has what it leaves for later, and nothing is on its way but the stream of changes. */
    async quiet(): Promise<void> {
      await page.getByRole('button', { name: 'Account of' }).waitFor();
      for (let seen = -1; seen !== requests.size || [...requests.values()].some(isOnItsWay);) {
        seen = requests.size;
        await sleep(QUIET_MS);
      }
    },
    close: () => context.close(),
  };
}

const isOnItsWay = ({ doneAt, url }: Fetched) => doneAt === Infinity && !url.endsWith('/api/events');
const pathOf = ({ url }: Fetched) => new URL(url).pathname;
export const isCall = (one: Fetched) => pathOf(one).startsWith('/api/');
export const isFont = (one: Fetched) => pathOf(one).endsWith('.woff2');
export const isCode = (one: Fetched) => !isCall(one) && !isFont(one);
export const kib = (list: readonly Fetched[]) => (list.reduce((sum, { bytes }) => sum + bytes, 0) / 1024).toFixed(1);

/** Opens the dashboard. @returns ms until its cards show what they are about, with no placeholder left */
export async function openDashboard(page: Page, origin: string): Promise<number> {
  await page.goto(origin, { waitUntil: 'commit' });
  const ready = await page.waitForFunction(() => {
    const text = document.body?.textContent ?? '';
    const stands =
      text.includes('3 Page(s) Connected') &&
      text.includes('Posts This Month') &&
      document.querySelector('[aria-busy=true]') === null;
    return stands && performance.now();
  });
  return Number(await ready.jsonValue());
}
