import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../api/src/db/migrate.ts';
import { putOnSchedule } from '../torture/load-burst.ts';
import { judge, VIOLATIONS, type Verdict } from '../torture/oracle.ts';
import { logInOwner, type Owner } from '../torture/owner.ts';
import { planPosts, type Kind, type PlannedPost } from '../torture/plan.ts';
import { startWorld, type World } from '../torture/world.ts';
import { startCluster } from './cluster.ts';
import type { Programs } from './programs.ts';

/** What has words or a key of its own: a story without either is its owner's to tell. */
const KINDS: readonly Kind[] = ['text', 'photo', 'photos', 'video', 'reel', 'article'];
const PAGES = 50;
const SPREAD_MS = 12_000;
const STARTS_IN_MS = 3000;
const KILL_AFTER_MS = 6000;
/** Publishing goes on within this from a promotion. */
const AGAIN_WITHIN_MS = 30_000;
const ENDS_WITHIN_MS = 240_000;
const CLICKS = 40;
/** Deleted in the time that is lost, and due after it. */
const DELETED = 20;

interface Options {
  readonly programs: Programs;
  readonly failovers: number;
  readonly postsOfEach: number;
  /** The standby has heard nothing for so long when the primary dies. */
  readonly lagMs: number;
  /** Without the guard, to see that the run finds what it would find. */
  readonly isBlind: boolean;
  started(close: () => Promise<void>): void;
  say(line: string): void;
}

/** @returns whether no post is out twice, lost or called what it is not, and publishing went on in time */
export async function runFailovers(options: Options): Promise<boolean> {
  const { programs, failovers, postsOfEach, lagMs, isBlind, say } = options;
  const cluster = await startCluster(programs);
  await migrate(cluster.url);
  const world = await startWorld({ mode: 'two-step', swaps: isBlind ? ['no-history'] : [], database: cluster });
  const close = async () => {
    await world.close();
    await cluster.close();
  };
  options.started(close);
  let isRight = true;
  try {
    const apis = [await world.addApi('one'), await world.addApi('two')];
    for (const api of apis) api.start();
    await Promise.all(apis.map((api) => api.untilReady()));
    const owner = await logInOwner(world, apis);
    const all: PlannedPost[] = [];
    const deletions = new Map<number, number>();
    for (let round = 1; round <= failovers; round += 1) {
      const posts = planOf(round, postsOfEach, all.length, owner.pages.length);
      all.push(...posts);
      const { lost, againMs } = await playRound(world, owner, posts, deletions, () => cluster.failOver(lagMs));
      const isInTime = againMs !== null && againMs <= AGAIN_WITHIN_MS;
      isRight &&= isInTime;
      say(
        `${String(round).padStart(2)}  lost: ${lost.lostBytes} bytes of log, ${lost.lostPublished} posts called ` +
          `published, ${lost.lostAttempts} attempts; promoted after ${seconds(lost.promotedAt - lost.killedAt)}; ` +
          `published again ${againMs === null ? 'never' : `${seconds(againMs)} after that`}`,
      );
      await cluster.isWhole();
    }
    const verdict = await judge(world, owner, all, deletions);
    report(verdict, all.length, say);
    say(await toldOf(world, deletions.size));
    isRight &&= verdict.violations.length === 0;
  } finally {
    await close();
  }
  return isRight;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function planOf(round: number, count: number, first: number, pages: number): PlannedPost[] {
  const planned = planPosts({
    seed: round,
    posts: count,
    pages: Math.min(PAGES, pages),
    spreadMs: SPREAD_MS,
    kinds: KINDS,
  });
  return planned.map((post, n) => ({
    ...post,
    n: first + n,
    // The last ones are asked for with a click while the primary dies.
    ...(n >= count - CLICKS && { kind: 'text' as const, page: n % Math.min(PAGES, pages) }),
    dueInMs: isDeleted(n, count) ? SPREAD_MS + 6000 : Math.floor((n / count) * SPREAD_MS),
    action: actionOf(n, count),
  }));
}

const isDeleted = (n: number, count: number) => n >= count - CLICKS - DELETED && n < count - CLICKS;

function actionOf(n: number, count: number): PlannedPost['action'] {
  if (n >= count - CLICKS) return { name: 'create twice', atMs: 0 };
  return isDeleted(n, count) ? { name: 'delete', atMs: 0 } : null;
}

async function playRound(
  world: World,
  owner: Owner,
  posts: readonly PlannedPost[],
  deletions: Map<number, number>,
  failOver: () => ReturnType<Awaited<ReturnType<typeof startCluster>>['failOver']>,
) {
  const startAt = Date.now() + STARTS_IN_MS;
  await putOnSchedule(world, owner, posts, startAt);
  await sleep(startAt + KILL_AFTER_MS - Date.now());
  const clicking = clickAll(owner, posts);
  const deleting = deleteSome(world, owner, posts, deletions);
  const lost = await failOver();
  const again = await firstPublishedSince(world, lost.promotedAt);
  await clicking;
  await deleting;
  // Whoever is not sure asks again, by the same key: also for what was answered and is gone.
  await clickAll(owner, posts);
  await untilAllOver(world);
  return { lost, againMs: again === null ? null : again - lost.promotedAt };
}

const keys = new Map<string, string>();

async function clickAll(owner: Owner, posts: readonly PlannedPost[]): Promise<void> {
  const clicked = posts.filter(({ action }) => action?.name === 'create twice');
  for (const [n, { marker, text, page }] of clicked.entries()) {
    const key = keys.get(marker) ?? randomUUID();
    keys.set(marker, key);
    const body = { content: text, status: 'published', facebookPageId: owner.pages[page ?? 0]?.id };
    const asking = owner.call('POST', '/api/posts', body, key);
    if (n % 4 === 3) await asking;
    else void asking.catch(() => {});
  }
  await sleep(1000);
}

async function deleteSome(
  { table }: World,
  owner: Owner,
  posts: readonly PlannedPost[],
  deletions: Map<number, number>,
) {
  const unwanted = posts.filter(({ action }) => action?.name === 'delete');
  const rows = await table.rows<{ id: number; content: string }>(
    'select id::int, content from posts where content = any($1)',
    [unwanted.map(({ text }) => text)],
  );
  for (const { n, text } of unwanted) {
    const { status } = await owner.call('DELETE', `/api/posts/${rows.find(({ content }) => content === text)?.id}`);
    if (status === 200) deletions.set(n, Date.now());
  }
}

/** What people heard of what the failovers took. */
async function toldOf({ table }: World, deleted: number): Promise<string> {
  const { held, notes, people } = await table.one<{ held: number; notes: number; people: number }>(
    `select (select count(*)::int from posts where status = 'missed'
        and problem #>> '{params,change}' = 'deleted') as held, count(*)::int as notes,
      count(distinct user_id)::int as people from notifications where group_key like 'loss:%'`,
  );
  return (
    `${deleted} posts deleted while writes were lost: ${held} came back and were stopped; ` +
    `${notes} notes to ${people} people`
  );
}

async function firstPublishedSince({ table }: World, since: number): Promise<number | null> {
  const until = since + 2 * AGAIN_WITHIN_MS;
  while (Date.now() < until) {
    const { at } = await table.one<{ at: Date | null }>(
      'select min(published_at) as at from posts where published_at > $1',
      [new Date(since)],
    );
    if (at !== null) return at.getTime();
    await sleep(100);
  }
  return null;
}

async function untilAllOver({ table }: World): Promise<void> {
  const until = Date.now() + ENDS_WITHIN_MS;
  const waiting = "select count(*)::int as n from posts where status in ('scheduled', 'publishing') and not is_held";
  while (Date.now() < until && (await table.one<{ n: number }>(waiting)).n > 0) await sleep(500);
}

function report({ ends, out, violations }: Verdict, count: number, say: (line: string) => void): void {
  say(
    `${count} posts, ${out} out: ${Object.entries(ends)
      .map(([end, n]) => `${n} ${end}`)
      .join(', ')}`,
  );
  for (const [kind, words] of Object.entries(VIOLATIONS))
    say(`${String(violations.filter((violation) => violation.kind === kind).length).padStart(6)}  ${words}`);
  for (const { kind, post, rowIds, out: seen } of violations.slice(0, 20))
    say(`  ${post.marker} (${post.kind}): ${kind}; rows ${rowIds.join()}; out ${seen.map(({ id }) => id).join()}`);
}
