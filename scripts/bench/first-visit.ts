import type { Browser } from 'playwright-core';
import { openDashboard, watchedPage, type Fetched, type Line } from './watched-page.ts';

/** Long against everything that happens on this machine, so that rounds can be told apart by the clock. */
export const ROUNDS: Line = { latencyMs: 400, mbit: null };
/** What a browser with an empty cache fetches until the dashboard has what it shows. */
export async function firstVisit(browser: Browser, origin: string, cookie: string): Promise<Fetched[]> {
  const visit = await watchedPage(browser, origin, cookie, ROUNDS);
  await openDashboard(visit.page, origin);
  await visit.quiet();
  await visit.close();
  // Ready is when the last of the dashboard's calls is on its way for the first time: what comes later was loaded for
  // later, and what is read again has changed meanwhile.
  const firstAsked = new Map<string, number>();
  for (const { url, askedAt } of visit.fetched()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/api/dashboard/'))
      firstAsked.set(pathname, Math.min(askedAt, firstAsked.get(pathname) ?? Infinity));
  }
  const readyAt = Math.max(...firstAsked.values());
  return visit.fetched().filter(({ askedAt }) => askedAt <= readyAt);
}

/**
 * Rounds one after another: what was asked for only once something of the round before was there.
 * Waiting for one of the six connections that HTTP/1.1 has is no round of its own.
 */
export function depth(requests: readonly Fetched[]): number {
  const levels = new Map<Fetched, number>();
  for (const request of [...requests].sort((a, b) => a.askedAt - b.askedAt)) {
    const before = [...levels].filter(([other]) => other.doneAt <= request.askedAt).map(([, level]) => level);
    levels.set(request, 1 + Math.max(0, ...before));
  }
  return Math.max(...levels.values());
}
