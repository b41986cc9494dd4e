import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type pg from 'pg';
import { openDatabase } from '../../api/src/db/database.ts';
import { sessionsRepository } from '../../api/src/features/sessions/sessions.repository.ts';
import { buildUser, type TestUser } from '../../api/src/testing/builders.ts';
import { AT_TECH_SITE, plannedOnPages, storeManyPosts } from '../../api/src/testing/many-posts.ts';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';
import { cpuMs, postgresCpuMs } from './cpu-time.ts';
import { line } from './figures.ts';
import { childOf, residentMb } from './resident.ts';

const PEOPLE = 1000;
const POSTS_EACH = 30;
const PEOPLE_AT_ONCE = 25;
const REQUESTS_A_SECOND = 20;
const DUE_A_SECOND = 1;
const GIVE_UP_MS = 30_000;

/** What a screen that is open asks for, so many of 100 requests each, and what people write meanwhile. */
const MIXTURE: readonly (readonly [share: number, method: string, path: string])[] = [
  [25, 'GET', '/api/dashboard/stats'],
  [20, 'GET', '/api/posts/paginated?page=1&limit=10&status=published'],
  [15, 'GET', '/api/posts/paginated?page=1&limit=10&status=scheduled'],
  [15, 'GET', '/api/notifications'],
  [10, 'GET', '/api/auth/user'],
  [10, 'POST', '/api/posts'],
  [5, 'PATCH', '/api/settings'],
];

interface Somebody extends TestUser {
  readonly cookie: string;
  /** As a proxy in front would tell it. */
  readonly address: string;
}

/** A thousand people with open screens, who ask and write at an even pace while posts fall due. */
export async function benchLoad(product: Product, db: pg.Client, seconds: number): Promise<void> {
  const { cookie, facebookId } = await logIn(product, 'many');
  const people = await settle(product, cookie.split('=')[0] ?? '');
  await db.query('vacuum (analyze) posts');
  const bare = residentMb(product.apiPid());
  const streams = await openStreams(product, people);
  try {
    const {
      rows: [folder],
    } = await db.query<{ data_directory: string }>('show data_directory');
    const memory = () => ({ ...residentMb(product.apiPid()), postgres: residentMb(null, folder?.data_directory).api });
    const costs = () => ({
      api: cpuMs(product.apiPid()),
      loop: cpuMs(childOf(product.apiPid())),
      postgres: postgresCpuMs(folder?.data_directory ?? ''),
    });
    const [atStart, cost] = [memory(), costs()];
    await db.query(
      plannedOnPages(
        { content: "'Load ' || k || ' on ' || g.n", scheduled_at: `now() + random() * interval '${seconds} seconds'` },
        { perPage: `${Math.ceil((DUE_A_SECOND * seconds) / 50)}`, rest: 'where g.n <= 50' },
      ),
      [facebookId],
    );
    const asking = ask(product, people, seconds);
    await sleep((seconds / 2) * 1000);
    const inTheMiddle = memory();
    const answers = await asking;
    const [after, atEnd] = [costs(), memory()];
    await sleep(5000);
    print(seconds, answers, streams);
    const said = ({ api, loop, postgres }: ReturnType<typeof memory>) =>
      `${api.toFixed(0)} | ${loop.toFixed(0)} | ${postgres.toFixed(0)} MB`;
    line('  memory, API | loop | PostgreSQL', said(atEnd), `start ${said(atStart)}`, `middle ${said(inTheMiddle)}`);
    line('  an open stream', `${(((atStart.api - bare.api) / PEOPLE) * 1024).toFixed(0)} KiB of the API`, '', '');
    const of = (before: number | null, now: number | null) => (((now ?? 0) - (before ?? 0)) / seconds / 10).toFixed(1);
    line(
      '  CPU of one core',
      `${of(cost.api, after.api)} | ${of(cost.postgres, after.postgres)} %`,
      'API | PostgreSQL',
      '',
    );
    line('  posts due meanwhile', await outcomes(db), '', '0 late, 0 lost');
  } finally {
    streams.close();
  }
}

/** People with a session and posts of their own. */
async function settle(product: Product, cookieName: string): Promise<Somebody[]> {
  const database = openDatabase(product.databaseUrl);
  try {
    const people: Somebody[] = [];
    for (let n = 0; n < PEOPLE; n += 1) {
      const person = await buildUser(database, { name: `Person ${n}` });
      const cookie = `${cookieName}=${await sessionsRepository(database).create(person.userId)}`;
      people.push({ ...person, cookie, address: `10.1.${n >> 8}.${n & 255}` });
    }
    const ids = people.map(({ userId }) => userId);
    for (let n = 0; n < ids.length; n += PEOPLE_AT_ONCE) await givePosts(database, ids.slice(n, n + PEOPLE_AT_ONCE));
    return people;
  } finally {
    await database.destroy();
  }
}

const POSTS = {
  published: { published_at: "now() - n * interval '3 hours'", remote_id: "'1_' || u.id || '_' || n" },
  scheduled: { scheduled_at: "now() + interval '30 days'" },
} as const;

async function givePosts(database: ReturnType<typeof openDatabase>, ids: readonly number[]): Promise<void> {
  for (const status of ['published', 'scheduled'] as const) {
    const values = { content: "repeat('A post about bread. ', 10) || n", ...AT_TECH_SITE, ...POSTS[status] };
    await storeManyPosts(database, { status, values, count: POSTS_EACH, of: 'u.id = any(:ids)' }, { ids: [...ids] });
  }
}

async function openStreams(product: Product, people: readonly Somebody[]) {
  const agent = new Agent({ maxSockets: Infinity });
  let heard = 0;
  let lost = 0;
  let isClosing = false;
  const open = await pMap(
    people,
    async ({ cookie, address }) => {
      const call = request(`${product.url}/api/events`, {
        agent,
        headers: { cookie, accept: 'text/event-stream', 'x-forwarded-for': address },
      });
      call.on('error', () => {});
      call.end();
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      if (answer.statusCode !== 200) throw new Error(`A stream answered ${answer.statusCode}`);
      answer.on('data', () => (heard += 1));
      answer.on('close', () => (lost += isClosing ? 0 : 1));
      answer.on('error', () => {});
      return call;
    },
    { concurrency: 20 },
  );
  return {
    heard: () => heard,
    lost: () => lost,
    close(): void {
      isClosing = true;
      for (const call of open) call.destroy();
      agent.destroy();
    },
  };
}

interface Answers {
  readonly ms: readonly number[];
  readonly failed: Readonly<Record<string, number>>;
}

/** Each request at its time, whether those before it are through or not. */
async function ask(product: Product, people: readonly Somebody[], seconds: number): Promise<Answers> {
  const ms: number[] = [];
  const failed: Record<string, number> = {};
  const start = performance.now();
  const count = seconds * REQUESTS_A_SECOND;
  await pMap(
    Array.from({ length: count }, (_, n) => n),
    async (n) => {
      const at = start + (n * 1000) / REQUESTS_A_SECOND;
      await sleep(Math.max(0, at - performance.now()));
      const end = await askOnce(product, people[(n * 7919) % people.length]!, n);
      // From when it was to be asked: what waits here waits for the product.
      ms.push(performance.now() - at);
      if (end !== 'ok') failed[end] = (failed[end] ?? 0) + 1;
    },
    { concurrency: GIVE_UP_MS / 10 },
  );
  return { ms, failed };
}

async function askOnce(product: Product, { cookie, address }: Somebody, n: number): Promise<string> {
  const [, method, path] = pick(n);
  const body =
    method === 'POST'
      ? { content: `Written ${n}`, status: 'draft', publishPlatform: 'fiztech' }
      : { theme: n % 2 === 0 ? 'dark' : 'light' };
  try {
    const answer = await fetch(product.url + path, {
      method,
      headers: { cookie, 'x-forwarded-for': address, origin: product.url, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    await answer.text();
    return answer.ok ? 'ok' : String(answer.status);
  } catch {
    return 'no answer';
  }
}

function pick(n: number): (typeof MIXTURE)[number] {
  let left = (n * 37) % 100;
  for (const one of MIXTURE) {
    left -= one[0];
    if (left < 0) return one;
  }
  return MIXTURE[0]!;
}

function print(seconds: number, { ms, failed }: Answers, streams: { heard(): number; lost(): number }): void {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
  const failures = Object.entries(failed).map(([what, count]) => `${count} x ${what}`);
  line(
    `${PEOPLE} open screens, ${REQUESTS_A_SECOND} requests/s, ${seconds} s`,
    `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms`,
    `${ms.length} requests, worst ${at(1 - 1 / ms.length)} ms`,
    `failed: ${failures.join(', ') || 'none'}`,
  );
  line('  streams', `${streams.heard()} chunks heard`, `${streams.lost()} lost`, 'aim 0 lost');
}

async function outcomes(db: pg.Client): Promise<string> {
  const { rows } = await db.query<{ outcome: string; count: number }>(
    `select status || case when is_late then ', late' else '' end as outcome, count(*)::int as count
    from posts where content like 'Load % on %' group by 1 order by 1`,
  );
  return rows.map(({ outcome, count }) => `${count} ${outcome}`).join('; ');
}
