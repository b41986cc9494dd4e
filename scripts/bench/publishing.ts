import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { plannedOnPages } from '../../api/src/testing/many-posts.ts';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';
import { line, spread } from './figures.ts';

const WAKE_POSTS = 40;
const BULK_POSTS = 2000;
const FLOOR_AT_ONCE = 48;

/** From the planned instant of a post to the moment a worker takes it. */
export async function benchWakeUp(product: Product, db: pg.Client): Promise<void> {
  const { facebookId } = await logIn(product, 'many');
  const { median, p95, worst } = spread(await wakeUps(db, facebookId, 'Wake-up'));
  line(
    'Wake-up of a post due soon',
    `median ${median.toFixed(1)}, worst ${worst.toFixed(1)} ms`,
    `p95 ${p95.toFixed(1)} ms (tick alone: 2500)`,
    'aim 5, worst 250 ms',
  );
}

/**
 * From the planned instants of some posts, spread over a few seconds, to the moments at which a worker takes each, in
 * ms.
 * @param name begins their texts
 */
export async function wakeUps(db: pg.Client, facebookId: string, name: string): Promise<number[]> {
  await db.query(
    plannedOnPages(
      {
        content: "$3 || ' ' || g.n",
        scheduled_at: "now() + interval '2 seconds' + random() * interval '8 seconds'",
      },
      { rest: 'where g.n <= $2' },
    ),
    [facebookId, WAKE_POSTS, name],
  );
  await untilPublished(db, `${name} %`, WAKE_POSTS);
  const { rows } = await db.query<{ ms: number }>(
    `select extract(epoch from a.created_at - p.scheduled_at)::float8 * 1000 as ms
    from posts p join publish_attempts a on a.post_id = p.id where p.content like $1`,
    [`${name} %`],
  );
  return rows.map((row) => row.ms);
}

/** Many posts due at the same instant on sixty pages, beside the same calls to Facebook with nothing kept. */
export async function benchThroughput(product: Product, db: pg.Client): Promise<void> {
  const { facebookId } = await logIn(product, 'many');
  const {
    rows: [due],
  } = await db.query<{ at: Date }>("select now() + interval '3 seconds' as at");
  await db.query(
    plannedOnPages(
      { content: "'Bulk ' || k || ' on ' || g.n", scheduled_at: '$3' },
      { perPage: 'ceil($2 / 60.0)::int', rest: 'limit $2' },
    ),
    [facebookId, BULK_POSTS, due?.at],
  );
  await sleep(Math.max(0, (due?.at.getTime() ?? 0) - Date.now()));
  const start = performance.now();
  await untilPublished(db, 'Bulk %', BULK_POSTS);
  const ours = BULK_POSTS / ((performance.now() - start) / 1000);
  const floor = await bareCalls(product);
  line(
    `${BULK_POSTS} posts due at once, 60 pages`,
    `${ours.toFixed(0)} posts/s`,
    `bare calls: ${floor.toFixed(0)} posts/s`,
    '',
  );
}

async function untilPublished(db: pg.Client, like: string, count: number): Promise<void> {
  const until = Date.now() + 120_000;
  for (;;) {
    const {
      rows: [row],
    } = await db.query<{ n: number }>(
      "select count(*)::int as n from posts where content like $1 and status = 'published'",
      [like],
    );
    if (row?.n === count) return;
    if (Date.now() > until) throw new Error(`Only ${row?.n} of ${count} posts went out`);
    await sleep(20);
  }
}

/** Create and flip, nothing else. */
async function bareCalls(product: Product): Promise<number> {
  const people = await product.control<{ role: string; pages: { id: string; access_token: string }[] }[]>('users');
  const pages = people.find((person) => person.role === 'many')?.pages ?? [];
  const post = async (path: string, token: string, body: Record<string, string>) => {
    const answer = await fetch(`${product.sandboxUrl}/v19.0/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(body),
    });
    return (await answer.json()) as { id?: string };
  };
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: FLOOR_AT_ONCE }, async () => {
      while (next < BULK_POSTS) {
        const n = next++;
        const page = pages[n % pages.length];
        if (page === undefined) throw new Error('The account has no pages');
        const { id } = await post(`${page.id}/feed`, page.access_token, { message: `Bare ${n}`, published: 'false' });
        await post(id ?? '', page.access_token, { is_published: 'true' });
      }
    }),
  );
  return BULK_POSTS / ((performance.now() - start) / 1000);
}
