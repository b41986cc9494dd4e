import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { BULK_MAX_POSTS } from '../../api/src/contract/bulk-changes.ts';
import { IDEMPOTENCY_HEADER } from '../../api/src/contract/endpoint.ts';
import type { Product } from '../product.ts';
import { compareReads } from './compare-reads.ts';
import { cpuMs, postgresCpuMs } from './cpu-time.ts';
import { line, spread, timed } from './figures.ts';
import { benchManyPagesScreen } from './many-pages-screen.ts';
import { withPlannedPosts, type PersonWithPosts } from './person-with-posts.ts';

const PAGES = 60;
const POSTS = 20_000;
const READINGS = 30;
const BULK_READINGS = 6;
const DAY_MS = 86_400_000;
/** As the screen asks for a month. */
const WHOLE_PER_DAY = 8;

/**
 * How long a person with sixty pages and thousands of planned posts waits for a month of them, its free slots, a page
 * of the table, the palette, at the API and on the screen, and for five hundred of them to be moved and put back.
 */
export function benchManyPages(product: Product, db: pg.Client): Promise<void> {
  const values = {
    content: "'A post about bread. ' || n || repeat(' A post about bread.', 20)",
    facebook_page_id: `(array(select id from facebook_pages where user_id = u.id and is_connected
      order by id limit ${PAGES}))[1 + n % ${PAGES}]`,
    scheduled_at: "date_trunc('minute', now()) + interval '2 days' + n * interval '12 minutes'",
  };
  return withPlannedPosts(product, db, { values, count: POSTS }, async (person) => {
    await planPages(product, db, person);
    await benchReading(product, db, person);
    await benchManyPagesScreen(product, person.cookie);
    await benchBulk(product, db, person);
  });
}

async function benchReading(product: Product, db: pg.Client, { cookie, userId }: PersonWithPosts): Promise<void> {
  const now = Date.now();
  const period = `from=${new Date(now).toISOString()}&to=${new Date(now + 42 * DAY_MS).toISOString()}`;
  const month = `${period}&published=true&perDay=${WHOLE_PER_DAY}`;
  const palette = 'limit=5&text=bread.%2019999&status=';
  const reads = [
    [`A month, ${PAGES} pages, ${POSTS.toLocaleString('en')} posts`, [`/api/posts/calendar?${month}`], 5000],
    [
      `Free slots of that month, ${PAGES} pages`,
      [`/api/page-plans/free?from=${new Date(now).toISOString()}&before=${new Date(now + 42 * DAY_MS).toISOString()}`],
      5000,
    ],
    ['A page of its table', ['/api/posts/waiting?for=time&limit=25&page=400'], 25],
    [
      'Its palette, for a word and a number',
      [`/api/posts/paginated?${palette}scheduled`, `/api/posts/paginated?${palette}published`],
      5,
    ],
  ] as const;
  for (const [name, paths, rows] of reads)
    await compareReads(name, {
      readings: READINGS,
      bare: 'so many rows alone',
      async call() {
        await Promise.all(paths.map(async (path) => (await fetch(product.url + path, { headers: { cookie } })).text()));
      },
      async rows() {
        await db.query(
          `select id, left(content, 120), scheduled_at from posts where user_id = $1 and status = 'scheduled'
            order by scheduled_at limit $2`,
          [userId, rows],
        );
      },
    });
}

/** Two slots a day for each of the pages. */
async function planPages(product: Product, db: pg.Client, { cookie, userId }: PersonWithPosts): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    'select id from facebook_pages where user_id = $1 and is_connected order by id limit $2',
    [userId, PAGES],
  );
  await send(product, cookie, '/api/page-plans', {
    pages: rows.map(({ id }) => ({ facebookPageId: Number(id), revision: 0 })),
    timeZone: null,
    slots: [1, 2, 3, 4, 5, 6, 7].flatMap((day) => ['09:05', '18:05'].map((time) => ({ day, time }))),
  });
}

/** Five hundred posts by a week and back again, beside one bare statement that does the first. */
async function benchBulk(product: Product, db: pg.Client, { cookie, userId }: PersonWithPosts): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    "select id from posts where user_id = $1 and status = 'scheduled' order by scheduled_at desc limit $2",
    [userId, BULK_MAX_POSTS],
  );
  const postIds = rows.map(({ id }) => Number(id));
  const times = { move: [] as number[], undo: [] as number[], rows: [] as number[], cpu: [] as number[] };
  const {
    rows: [folder],
  } = await db.query<{ data_directory: string }>('show data_directory');
  const cpu = () => (cpuMs(product.apiPid()) ?? 0) + (postgresCpuMs(folder?.data_directory ?? '') ?? 0);
  for (let reading = 0; reading <= BULK_READINGS; reading += 1) {
    const before = cpu();
    let id = 0;
    const move = await timed(async () => {
      const made = await send(product, cookie, '/api/bulk-changes', { postIds, change: { kind: 'move', days: 7 } });
      if (made.postIds.length !== BULK_MAX_POSTS) throw new Error(`Moved ${made.postIds.length} posts`);
      id = made.id;
    });
    const after = cpu();
    const undo = await timed(async () => void (await send(product, cookie, `/api/bulk-changes/${id}/undo`, {})));
    const bare = await timed(async () => {
      await db.query('begin');
      await db.query("update posts set scheduled_at = scheduled_at + interval '7 days' where id = any($1)", [postIds]);
      await db.query('rollback');
    });
    // The first warms all of it up.
    if (reading === 0) continue;
    times.move.push(move);
    times.undo.push(undo);
    times.rows.push(bare);
    times.cpu.push(after - before);
  }
  const [move, undo, alone, used] = [spread(times.move), spread(times.undo), spread(times.rows), spread(times.cpu)];
  line(
    `${BULK_MAX_POSTS} posts moved, and put back`,
    `${move.median.toFixed(0)} ms (worst ${move.worst.toFixed(0)}), ${undo.median.toFixed(0)} ms`,
    `the rows alone: ${alone.median.toFixed(0)} ms`,
    `aim 2000 ms; ${used.median.toFixed(0)} ms of CPU`,
  );
}

async function send(
  product: Product,
  cookie: string,
  path: string,
  body: object,
): Promise<{ id: number; postIds: number[] }> {
  const answer = await fetch(product.url + path, {
    method: 'POST',
    headers: { cookie, origin: product.url, 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: randomUUID() },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as { id: number; postIds: number[] };
}
