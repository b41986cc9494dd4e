import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCrashSite, type CrashSite } from './crash-site.ts';

const OUT_ONCE = { status: 'published', problem: null, out: 1 };
/** Longer than a statement may stay without an answer. */
const AWAY_MS = 9000;
/** Of the database's return. */
const BACK_WITHIN_MS = 10_000;
/** What a call costs at most while the database is away: its wait for a line, and an answer that does not come. */
const ANSWERED_WITHIN_MS = 12_000;
const READY_WITHIN_MS = 3500;

let site: CrashSite;
beforeAll(async () => {
  site = await startCrashSite('two-step');
});
afterAll(() => site.close());

async function timed(path: string): Promise<{ status: number; retryAfter: string | null; said: string; ms: number }> {
  const from = performance.now();
  const answer = await fetch(site.api.url + path, { headers: { cookie: 'pagecast_session=somebody' } });
  const said = ((await answer.json()) as { message?: string }).message ?? '';
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), said, ms: performance.now() - from };
}

/** Asks all the time while the database is away. */
async function askWhileAway(): Promise<Awaited<ReturnType<typeof timed>>[]> {
  const until = performance.now() + AWAY_MS;
  const asked: ReturnType<typeof timed>[] = [];
  while (performance.now() < until) {
    asked.push(timed('/api/notifications'), timed('/readyz'));
    await sleep(500);
  }
  return Promise.all(asked);
}

async function untilBack(): Promise<number> {
  const from = performance.now();
  while ((await timed('/readyz')).status !== 200) {
    if (performance.now() - from > 60_000) throw new Error('The process did not become ready again');
    await sleep(100);
  }
  return performance.now() - from;
}

describe('lines to the database on which nothing arrives any more', () => {
  test('cost nobody more than a 503 with a sentence, and every post goes out once, soon after they are back', async () => {
    // Of each of these moves PostgreSQL has done what it was asked, and nobody will ever hear of it.
    const moves = ['settle_published', 'mark_sending', 'claim_next_of_pages'];
    const posts: number[] = [];
    for (const move of moves) {
      const held = site.hold(move, 'reply');
      posts.push(await site.plan());
      await held;
    }
    posts.push(await site.plan('text', 1000));
    site.swallow();
    const asked = await askWhileAway();
    site.giveBack();
    const backMs = await untilBack();
    expect(await Promise.all(posts.map((post) => site.ended(post)))).toEqual(posts.map(() => OUT_ONCE));

    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 503));
    expect(asked.filter(({ retryAfter, said }) => retryAfter === null || said === '')).toEqual([]);
    expect(Math.max(...asked.map(({ ms }) => ms))).toBeLessThan(ANSWERED_WITHIN_MS);
    expect(backMs).toBeLessThan(BACK_WITHIN_MS);
  });

  test('are replaced, so that the next post goes out at its time', async () => {
    const from = performance.now();
    expect(await site.ended(await site.plan())).toEqual(OUT_ONCE);
    expect(performance.now() - from).toBeLessThan(READY_WITHIN_MS);
  });
});

test('a database that stands still for a while is answered with 503, and what was due meanwhile goes out once', async () => {
  const post = await site.plan('text', 1500);
  const thaw = await site.world.freezePostgres();
  const asked = await askWhileAway();
  thaw();
  const backMs = await untilBack();
  expect(await site.ended(post)).toEqual(OUT_ONCE);
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Math.max(...asked.map(({ ms }) => ms))).toBeLessThan(ANSWERED_WITHIN_MS);
  expect(backMs).toBeLessThan(BACK_WITHIN_MS);
});
