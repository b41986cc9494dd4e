import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { IDEMPOTENCY_HEADER } from '../../api/src/contract/endpoint.ts';
import { SHEET_MAX_ROWS, type Sheet } from '../../api/src/contract/sheets.ts';
import type { Product } from '../product.ts';
import { line, spread, timed } from './figures.ts';
import { personWithPosts } from './person-with-posts.ts';

const PLANNED = 20_000;
const PAGES = 60;
const HOUR_MS = 3_600_000;
const OUT_WITHIN_MS = 10_000;
const BETWEEN_PROBES_MS = 10;

/**
 * How long a sheet of 5,000 rows takes from the file to the posts, for somebody with thousands of planned posts; and
 * how long everybody else waits for this process meanwhile, and a post that is due then.
 */
export async function benchSheets(product: Product, db: pg.Client): Promise<void> {
  const { cookie, userId } = await personWithPosts(product, db, {
    status: 'scheduled',
    values: {
      content: "repeat('A post about bread. ', 10) || n",
      scheduled_at: "now() + interval '600 days' + n * interval '1 minute'",
    },
    count: PLANNED,
  });
  await db.query('analyze posts');
  try {
    const file = await sheetOf(db, userId);
    const due = await postDueSoon(db, userId);
    const probes = probing(product);
    const steps = { read: 0, preview: 0, import: 0 };
    let sheet: Sheet | null = null;
    steps.read = await timed(async () => {
      sheet = (await ask(product, cookie, '/api/sheets', { type: 'text/csv', body: file })) as Sheet;
    });
    const { id, reading } = sheet as unknown as Sheet;
    const call = (path: string, body: object) =>
      ask(product, cookie, `/api/sheets/${id}/${path}`, { type: 'application/json', body: JSON.stringify(body) });
    steps.preview = await timed(async () => void (await call('preview', { reading })));
    steps.import = await timed(async () => void (await call('import', { reading, posts: SHEET_MAX_ROWS })));
    const waits = spread(await probes.end());
    const all = steps.read + steps.preview + steps.import;
    line(
      `A sheet of ${SHEET_MAX_ROWS.toLocaleString('en')} rows, from file to posts`,
      `${(all / 1000).toFixed(1)} s (${Object.entries(steps)
        .map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)}`)
        .join(', ')})`,
      `others meanwhile: p95 ${waits.p95.toFixed(0)} ms, worst ${waits.worst.toFixed(0)}`,
      'aim 10 s',
    );
    line('A post that is due meanwhile', `${await latenessOf(db, due)} ms late`, '', 'aim 1,000 ms');
  } finally {
    await db.query("delete from posts where user_id = $1 and status = 'scheduled'", [userId]);
  }
}

async function sheetOf(db: pg.Client, userId: string | undefined): Promise<string> {
  const { rows: pages } = await db.query<{ page_id: string }>(
    'select page_id from facebook_pages where user_id = $1 and is_connected order by id limit $2',
    [userId, PAGES],
  );
  const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 48 * HOUR_MS;
  const rows = Array.from({ length: SHEET_MAX_ROWS }, (_, row) => {
    const at = new Date(start + Math.floor(row / pages.length) * HOUR_MS).toISOString();
    const text = `${'A post, about bread. '.repeat(10)}${row}`;
    return `${pages[row % pages.length]?.page_id},"${text}",${at.slice(0, 10)},${at.slice(11, 16)}`;
  });
  return `Page,Text,Date,Time\n${rows.join('\n')}\n`;
}

async function ask(
  product: Product,
  cookie: string,
  path: string,
  { type, body }: { type: string; body: string },
): Promise<unknown> {
  const answer = await fetch(product.url + path, {
    method: 'POST',
    headers: { cookie, origin: product.url, 'content-type': type, [IDEMPOTENCY_HEADER]: randomUUID() },
    body,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Answered ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

/** Asks for next to nothing, one call after the other, until it is ended. */
function probing(product: Product) {
  const waits: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      waits.push(await timed(async () => void (await (await fetch(`${product.url}/livez`)).text())));
      await setTimeout(BETWEEN_PROBES_MS);
    }
  })();
  return {
    async end(): Promise<number[]> {
      isOver = true;
      await asking;
      return waits;
    },
  };
}

async function postDueSoon(db: pg.Client, userId: string | undefined): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into posts (user_id, environment, target, facebook_page_id, content, content_type, status, scheduled_at)
      select user_id, environment, 'facebook', id, 'Due while a sheet is imported', 'story', 'scheduled',
        now() + interval '2 seconds'
      from facebook_pages where user_id = $1 and is_connected order by id desc limit 1 returning id`,
    [userId],
  );
  return rows[0]?.id ?? '';
}

/** Milliseconds after its time: an import may be over before that. */
async function latenessOf(db: pg.Client, postId: string): Promise<string> {
  let late: number | null = null;
  for (const until = Date.now() + OUT_WITHIN_MS; late === null && Date.now() < until;) {
    await setTimeout(BETWEEN_PROBES_MS);
    const { rows } = await db.query<{ late: number | null }>(
      'select extract(epoch from published_at - scheduled_at) * 1000 as late from posts where id = $1',
      [postId],
    );
    late = rows[0]?.late ?? null;
  }
  return late === null ? 'not out, so more than that' : Number(late).toFixed(0);
}
