import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCrashSite, type CrashSite } from './crash-site.ts';

const OUT_ONCE = { status: 'published', problem: null, out: 1 };
/** Longer than a statement may stay without an answer. */
const AWAY_MS = 9000;

let site: CrashSite;
beforeAll(async () => {
  site = await startCrashSite('two-step');
});
afterAll(() => site.close());

async function ask(path: string): Promise<{ status: number; retryAfter: string | null; said: string }> {
  const answer = await fetch(site.api.url + path, { headers: { cookie: 'pagecast_session=somebody' } });
  const said = ((await answer.json()) as { message?: string }).message ?? '';
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), said };
}

/** Asks all the time while the database is away. Resolves with every answer, which must come while it still is. */
async function askWhileAway(): Promise<Awaited<ReturnType<typeof ask>>[]> {
  const until = performance.now() + AWAY_MS;
  const asked: ReturnType<typeof ask>[] = [];
  while (performance.now() < until) {
    asked.push(ask('/api/notifications'), ask('/readyz'));
    await sleep(500);
  }
  return Promise.all(asked);
}

const untilBack = () => expect.poll(async () => (await ask('/readyz')).status).toBe(200);

describe('lines to the database on which nothing arrives any more', () => {
  test('cost nobody more than a 503 with a sentence, and every post goes out once', async () => {
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
    await untilBack();
    expect(await Promise.all(posts.map((post) => site.ended(post)))).toEqual(posts.map(() => OUT_ONCE));

    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 503));
    expect(asked.filter(({ retryAfter, said }) => retryAfter === null || said === '')).toEqual([]);
  });

  test('are replaced, so that the next post goes out, too', async () => {
    expect(await site.ended(await site.plan())).toEqual(OUT_ONCE);
  });
});

test('a database that stands still is answered with 503, and what was due meanwhile goes out once', async () => {
  const post = await site.plan('text', 1500);
  const thaw = await site.world.freezePostgres();
  const asked = await askWhileAway();
  thaw();
  await untilBack();
  expect(await site.ended(post)).toEqual(OUT_ONCE);
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([503]));
});
