import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { plannedOnPages } from '../../api/src/testing/many-posts.ts';
import type { Product } from '../product.ts';
import { bareClaims } from './bare-claims.ts';
import { logIn } from './client.ts';
import { cpuMsOfAll, postgresCpuMs } from './cpu-time.ts';
import { line, spread } from './figures.ts';

const DUE = 10_000;
const WAITING = 1_000_000;
const IDLE_SECONDS = 30;
const FEW_WAITING = 1000;
const CLAIMS = 60;

/**
 * A million posts for later, ten thousand for now: how fast they leave, what it costs, and what people feel of it
 * meanwhile.
 */
export async function benchLoadBurst(product: Product, db: pg.Client): Promise<void> {
  const { facebookId, cookie } = await logIn(product, 'many');
  await wait(db, facebookId, FEW_WAITING);
  const claimOfFew = await claimTime(product);
  await wait(db, facebookId, WAITING - FEW_WAITING);
  // Else the server would clean up after the million while it is to rest.
  await db.query('vacuum (analyze) posts');
  const claimOfMany = await claimTime(product);
  line(
    'Claim of what is due, 10^3 | 10^6 waiting',
    `${claimOfMany.toFixed(2)} ms`,
    `${claimOfFew.toFixed(2)} ms (${(claimOfMany / claimOfFew).toFixed(2)}x)`,
    'aim 2x',
  );
  await benchIdle(product, db);

  const quiet = await apiTimes(product, cookie, () => sleep(5000));
  const before = await costs(product, db);
  const start = Date.now() + 8000;
  await insertDue(db, facebookId, new Date(start));
  await sleep(Math.max(0, start - Date.now()));
  const loaded = await apiTimes(product, cookie, () => untilAllOut(db));
  const took = (Date.now() - start) / 1000;
  const after = await costs(product, db);
  const late = await lateness(db);
  const bare = await bareClaims(product, DUE);

  line(
    `${DUE} posts due at once, ${WAITING} behind`,
    `${(DUE / took).toFixed(0)} posts/s`,
    `bare: ${bare.withCalls.toFixed(0)} with, ${bare.withoutCalls.toFixed(0)} without calls ` +
      `(${(DUE / took / bare.withCalls).toFixed(2)}x, ${(DUE / took / bare.withoutCalls).toFixed(2)}x)`,
    'aim 0.5x',
  );
  line('  late by', `p50 ${late.median.toFixed(1)}, p99 ${late.p99.toFixed(1)} s`, `all in ${took.toFixed(1)} s`, '');
  if (before !== null && after !== null)
    line(
      '  CPU of a post, both processes | PostgreSQL',
      `${((after.worker - before.worker) / DUE).toFixed(2)} | ` +
        `${((after.postgres - before.postgres) / DUE).toFixed(2)} ms`,
      `${((after.transactions - before.transactions) / DUE).toFixed(1)} transactions`,
      '',
    );
  line(
    '  API p99 meanwhile',
    `${loaded.toFixed(0)} ms`,
    `quiet: ${quiet.toFixed(0)} ms (${(loaded / quiet).toFixed(1)}x)`,
    'aim 2x',
  );
}

/** Scheduled posts of the months to come. Without triggers: nobody has to be woken for them. */
async function wait(db: pg.Client, facebookId: string, count: number): Promise<void> {
  await db.query("set session_replication_role = 'replica'");
  await db.query(
    plannedOnPages(
      {
        content: "'Later ' || k || ' on ' || g.n",
        scheduled_at: "now() + interval '1 day' + random() * interval '90 days'",
      },
      { perPage: 'ceil($2 / 60.0)::int', rest: 'limit $2' },
    ),
    [facebookId, count],
  );
  await db.query("set session_replication_role = 'origin'");
}

async function insertDue(db: pg.Client, facebookId: string, at: Date): Promise<void> {
  await db.query(
    plannedOnPages(
      { content: "'Burst ' || k || ' on ' || g.n", scheduled_at: '$3' },
      { perPage: 'ceil($2 / 50.0)::int', rest: 'where g.n <= 50 limit $2' },
    ),
    [facebookId, DUE, at],
  );
}

/** The median of the loop's own poll while nothing is due, on a connection of its own. */
async function claimTime(product: Product): Promise<number> {
  const { DUE_PAGES } = await import('../../api/src/features/publishing/claims.sql.ts');
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const times: number[] = [];
    for (let n = 0; n < CLAIMS; n += 1) {
      const start = performance.now();
      await client.query({ name: 'claim', text: DUE_PAGES, values: [2000] });
      times.push(performance.now() - start);
    }
    return spread(times).median;
  } finally {
    await client.end();
  }
}

async function benchIdle(product: Product, db: pg.Client): Promise<void> {
  await db.query('checkpoint');
  await sleep(2000);
  const before = await costs(product, db);
  await sleep(IDLE_SECONDS * 1000);
  const after = await costs(product, db);
  if (before === null || after === null) return;
  const percent = (ms: number) => `${(ms / IDLE_SECONDS / 10).toFixed(2)} %`;
  line(
    `Idle with ${WAITING} waiting, ${IDLE_SECONDS} s`,
    `worker ${percent(after.worker - before.worker)}, PostgreSQL ${percent(after.postgres - before.postgres)}`,
    `${((after.transactions - before.transactions) / IDLE_SECONDS).toFixed(1)} transactions/s`,
    'aim 0.5 %, 1 %',
  );
}

async function costs(
  product: Product,
  db: pg.Client,
): Promise<{ worker: number; postgres: number; transactions: number } | null> {
  const {
    rows: [folder],
  } = await db.query<{ data_directory: string }>('show data_directory');
  const [worker, postgres] = [cpuMsOfAll(product.apiPid()), postgresCpuMs(folder?.data_directory ?? '')];
  const {
    rows: [row],
  } = await db.query<{ n: number }>(
    'select xact_commit::float8 as n from pg_stat_database where datname = current_database()',
  );
  return worker === null || postgres === null ? null : { worker, postgres, transactions: row?.n ?? 0 };
}

/**
 * The slowest of a hundred reads of the first history page, asked for twenty times a second until `until` is through.
 */
async function apiTimes(product: Product, cookie: string, until: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const start = performance.now();
      const answer = await fetch(`${product.url}/api/posts/paginated?page=1&limit=10&status=published`, {
        headers: { cookie },
      });
      await answer.arrayBuffer();
      times.push(performance.now() - start);
      await sleep(50);
    }
  })();
  await until();
  isOver = true;
  await asking;
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

async function untilAllOut(db: pg.Client): Promise<void> {
  const until = Date.now() + 240_000;
  for (;;) {
    const {
      rows: [row],
    } = await db.query<{ n: number }>(
      "select count(*)::int as n from posts where content like 'Burst %' and status = 'published'",
    );
    if (row?.n === DUE) return;
    if (Date.now() > until) throw new Error(`Only ${row?.n} of ${DUE} posts went out`);
    await sleep(250);
  }
}

async function lateness(db: pg.Client): Promise<{ median: number; p99: number }> {
  const {
    rows: [row],
  } = await db.query<{ median: number; p99: number }>(`select
    percentile_cont(0.5) within group (order by extract(epoch from published_at - scheduled_at))::float8 as median,
    percentile_cont(0.99) within group (order by extract(epoch from published_at - scheduled_at))::float8 as p99
      from posts where content like 'Burst %'`);
  if (row === undefined) throw new Error('Nothing went out');
  return row;
}
