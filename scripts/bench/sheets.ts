import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { IDEMPOTENCY_HEADER } from '../../api/src/contract/endpoint.ts';
import { SHEET_MAX_ROWS } from '../../api/src/contract/file-limits.ts';
import { type Sheet } from '../../api/src/contract/sheets.ts';
import { createToken } from '../../api/src/contract/tokens.ts';
import type { Product } from '../product.ts';
import { cpuMs, postgresCpuMs } from './cpu-time.ts';
import { line, spread, timed } from './figures.ts';
import { withPlannedPosts, type PersonWithPosts } from './person-with-posts.ts';

const PLANNED = 20_000;
const PAGES = 60;
const HOUR_MS = 3_600_000;
const OUT_WITHIN_MS = 10_000;
const BETWEEN_PROBES_MS = 10;
/** Each of letters that stand in no other text at that place. */
const WORDS = 24;
const LETTERS = 7;

/** Who brings sheets, by what their calls carry. */
interface Bringer {
  readonly who: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * How long a sheet of 5,000 rows takes from the file to the posts, for somebody with thousands of planned posts, by
 * hand and by a program, whose rows are compared with all of these; and how long everybody else waits for this process
 * meanwhile, and a post that is due then.
 */
export function benchSheets(product: Product, db: pg.Client): Promise<void> {
  const values = {
    content: `(select string_agg(left(md5(n || ' ' || w), ${LETTERS}), ' ') from generate_series(1, ${WORDS}) w)`,
    scheduled_at: "now() + interval '600 days' + n * interval '1 minute'",
  };
  return withPlannedPosts(product, db, { values, count: PLANNED }, (person) => benchBringing(product, db, person));
}

async function benchBringing(product: Product, db: pg.Client, { cookie, userId }: PersonWithPosts): Promise<void> {
  const person = { who: 'by hand', headers: { cookie, origin: product.url } };
  const program = { who: 'by a program', headers: { authorization: `Bearer ${await tokenOf(product, person)}` } };
  for (const bringer of [person, program]) await bring(product, db, { ...bringer, userId, pages: PAGES });
  await putOnOnePage(db, userId);
  for (const bringer of [person, program]) await bring(product, db, { ...bringer, userId, pages: 1 });
}

interface Bringing extends Bringer {
  readonly userId: string | undefined;
  readonly pages: number;
}

async function bring(product: Product, db: pg.Client, { who, headers, userId, pages }: Bringing): Promise<void> {
  const file = await sheetOf(db, userId, pages);
  const cpuBefore = await cpuSeconds(product, db);
  const probes = probing(product);
  const steps = { read: 0, preview: 0, 'once more': 0, import: 0 };
  let sheet: Sheet | null = null;
  steps.read = await timed(async () => {
    sheet = (await ask(product, headers, '/api/sheets', { type: 'text/csv', body: file })) as Sheet;
  });
  const { id, reading } = sheet as unknown as Sheet;
  const call = (path: string, body: object) =>
    ask(product, headers, `/api/sheets/${id}/${path}`, { type: 'application/json', body: JSON.stringify(body) });
  // The first look of a program at a page makes the sketches of all that is there.
  steps.preview = await timed(async () => void (await call('preview', { reading })));
  steps['once more'] = await timed(async () => void (await call('preview', { reading })));
  const due = await postDueSoon(db, userId);
  steps.import = await timed(async () => void (await call('import', { reading, posts: SHEET_MAX_ROWS })));
  const waits = spread(await probes.end());
  const cpu = (await cpuSeconds(product, db)) - cpuBefore;
  const seconds = Object.entries(steps).map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)}`);
  const all = steps.read + steps.preview + steps.import;
  line(
    `${SHEET_MAX_ROWS.toLocaleString('en')} rows for ${pages === 1 ? '1 page' : `${pages} pages`} ${who}`,
    `${(all / 1000).toFixed(1)} s (${seconds.join(', ')})`,
    `others meanwhile: p95 ${waits.p95.toFixed(0)} ms, worst ${waits.worst.toFixed(0)}`,
    `aim 10 s (CPU ${cpu.toFixed(1)} s)`,
  );
  line('A post that is due meanwhile', `${await latenessOf(db, due)} ms late`, '', 'aim 1,000 ms');
  await db.query(`delete from posts where user_id = $1 and scheduled_at < now() + interval '500 days'`, [userId]);
}

/** Of the API and the database together, while all of it went on. */
async function cpuSeconds(product: Product, db: pg.Client): Promise<number> {
  const {
    rows: [folder],
  } = await db.query<{ data_directory: string }>('show data_directory');
  const ms = (cpuMs(product.apiPid()) ?? Number.NaN) + (postgresCpuMs(folder?.data_directory ?? '') ?? Number.NaN);
  return ms / 1000;
}

async function tokenOf(product: Product, { headers }: Bringer): Promise<string> {
  const body = { name: 'Sheets', scopes: ['read', 'schedule'], needsApproval: false };
  const asked = { type: 'application/json', body: JSON.stringify(body) };
  return ((await ask(product, headers, createToken.path, asked)) as { token: string }).token;
}

const pagesOf = async (db: pg.Client, userId: string | undefined, most: number): Promise<{ page_id: string }[]> =>
  (
    await db.query<{ page_id: string }>(
      'select page_id from facebook_pages where user_id = $1 and is_connected order by id limit $2',
      [userId, most],
    )
  ).rows;

async function putOnOnePage(db: pg.Client, userId: string | undefined): Promise<void> {
  await db.query(
    `update posts set facebook_page_id = (
      select id from facebook_pages where user_id = $1 and is_connected order by id limit 1)
    where user_id = $1 and status = 'scheduled'`,
    [userId],
  );
  await db.query('analyze posts');
}

async function sheetOf(db: pg.Client, userId: string | undefined, most: number): Promise<string> {
  const pages = await pagesOf(db, userId, most);
  const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 48 * HOUR_MS;
  const seed = randomUUID();
  const rows = Array.from({ length: SHEET_MAX_ROWS }, (_, row) => {
    const at = new Date(start + Math.floor(row / pages.length) * HOUR_MS).toISOString();
    return `${pages[row % pages.length]?.page_id},${textOf(`${seed} ${row}`)},${at.slice(0, 10)},${at.slice(11, 16)}`;
  });
  return `Page,Text,Date,Time\n${rows.join('\n')}\n`;
}

/** Like no other text. */
const textOf = (seed: string): string =>
  Array.from({ length: WORDS }, (_, word) =>
    createHash('md5').update(`${seed} ${word}`).digest('hex').slice(0, LETTERS),
  ).join(' ');

async function ask(
  product: Product,
  headers: Bringer['headers'],
  path: string,
  { type, body }: { type: string; body: string },
): Promise<unknown> {
  const answer = await fetch(product.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': type, [IDEMPOTENCY_HEADER]: randomUUID() },
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
      waits.push(await timed(async () => void (await (await fetch(`${product.url}/healthz`)).text())));
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

/** On a page that every sheet names. */
async function postDueSoon(db: pg.Client, userId: string | undefined): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into posts (user_id, environment, target, facebook_page_id, content, content_type, status, scheduled_at)
      select user_id, environment, 'facebook', id, 'Due while a sheet is imported', 'story', 'scheduled',
        now() + interval '0.5 seconds'
      from facebook_pages where user_id = $1 and is_connected order by id limit 1 returning id`,
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
