import { setTimeout as sleep } from 'node:timers/promises';
import { clearFaults, setFaults, type SetFault } from './faults.ts';
import { untilAllEnded } from './finish.ts';
import { freezeBetweenMarkAndSend } from './freezer.ts';
import { startKilling } from './killer.ts';
import { logInOwner } from './owner.ts';
import { planPosts, type Kind, type PlannedPost } from './plan.ts';
import { startPostgresProxy, type PostgresProxy } from './postgres-proxy.ts';
import { revokeLater, type Revoked } from './revoked-page.ts';
import { startRotating, type Rotated } from './rotating.ts';
import { actAsPlanned, putOnSchedule } from './load-burst.ts';
import { startSwallowing } from './swallower.ts';
import { judge, type Verdict } from './oracle.ts';
import { startWatching, type Watched } from './watch.ts';
import { startWorld, type Api, type World, type WorldOptions } from './world.ts';

export interface ChaosOptions extends WorldOptions {
  readonly seed: number;
  readonly posts: number;
  readonly pages: number;
  readonly kinds: readonly Kind[];
  /** All posts fall due within this. */
  readonly spreadMs: number;
  /** Kills and restarts go on for at most so long. */
  readonly chaosMs: number;
  /** The faults stay for what is left then, for at most so long. */
  readonly faultsMs: number;
  /** Everything has to come to an end within this after that. */
  readonly endWithinMs: number;
  /**
   * A stopped process stays stopped until no faults are left and another has brought its post out, which is waited for
   * at most so long.
   */
  readonly frozenAtMostMs: number;
  /** Stops a process between mark and send; workers that make no mark cannot be. */
  readonly freezes: boolean;
  /** Changes the secret key all the time. A process that is stopped would hold that up, so none is then. */
  readonly rotates?: boolean;
  say(line: string): void;
  /** Told how to end everything early. */
  started?(close: () => Promise<void>): void;
}

export interface Report {
  readonly posts: readonly PlannedPost[];
  readonly verdict: Verdict;
  readonly watched: Watched;
  readonly faults: readonly SetFault[];
  /** Posts that went out while it lasted. */
  readonly outInChaos: number;
  readonly kills: number;
  readonly restarts: number;
  /** Times that all lines of one process to its database were swallowed. */
  readonly swallows: number;
  /** What processes said last that ended without having been killed. */
  readonly ownDeaths: readonly string[];
  readonly rescheduled: number;
  /** Null where none was stopped. */
  readonly wasFrozenTakenOver: boolean | null;
  readonly revoked: Revoked;
  /** Null where no key was changed. */
  readonly rotated: Rotated | null;
  readonly isOver: boolean;
  readonly seconds: number;
  readonly attempts: readonly Attempt[];
  /** Of the posts that are still there, by our own id. */
  readonly statuses: ReadonlyMap<number, string>;
  readonly frozenPostId: number | null;
}

export interface Attempt {
  readonly postId: number;
  readonly content: string;
  readonly page: string | null;
  readonly state: string;
  readonly remoteId: string | null;
  readonly checkpoint: Readonly<Record<string, unknown>>;
  readonly tries: number;
  readonly takeovers: number;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly error: unknown;
}

const ATTEMPTS = `
  select a.post_id::int as "postId", p.content, g.page_id as page, a.state, a.remote_id as "remoteId",
    a.checkpoint, a.tries, a.takeovers, a.error,
    a.created_at as "startedAt", a.ended_at as "endedAt"
  from publish_attempts a join posts p on p.id = a.post_id left join facebook_pages g on g.id = p.facebook_page_id
  order by a.id`;
const POLL_EVERY_MS = 500;
/** The clock of one process is wrong by this, one way and the other. */
const SKEW_MS = 2 * 3_600_000;

/** One whole run: the load burst, the faults over it, the calm after it, and the judgement. */
export async function runChaos(options: ChaosOptions): Promise<Report> {
  const start = performance.now();
  const world = await startWorld(options);
  const [proxy, swallowed] = [await startPostgresProxy(world.databaseUrl), await startPostgresProxy(world.databaseUrl)];
  options.started?.(() => world.close());
  try {
    const [sleeper, ...shooting] = [
      await world.addApi('sleeper', { databaseUrl: proxy.url }),
      await world.addApi('one', { skewMs: SKEW_MS }),
      await world.addApi('two', { databaseUrl: swallowed.url }),
    ];
    // The first post of all comes to the one process that runs, which is stopped in the middle of it.
    const [first, ...others] = planPosts(options).map((post, n) =>
      n === 0 ? { ...post, kind: 'text' as const, page: 0, dueInMs: 0, action: null } : post,
    );
    if (first === undefined) throw new Error('There are no posts');
    const { watching, frozen } = await startFrozen({ world, sleeper, proxy, first, options });
    for (const api of shooting) api.start();
    await Promise.all(shooting.map((api) => api.untilReady()));
    const rotating = options.rotates === true ? startRotating(world, [sleeper, ...shooting], options.seed) : null;
    const chaos = await underChaos({ world, shooting, swallowed, frozen, others, options });
    const rotated = (await rotating?.stop()) ?? null;
    // What a process still has in hand, it lets out of it before the oracle is asked.
    await Promise.all([sleeper, ...shooting].map((api) => api.stop()));
    const { person, deletions, ...told } = chaos;
    return {
      ...told,
      rotated,
      posts: [first, ...others],
      watched: await watching.stop(),
      ownDeaths: [sleeper, ...shooting].flatMap((api) => api.ownDeaths()),
      verdict: await judge(world, person, [first, ...others], deletions),
      ...(await readOutcome(world)),
      frozenPostId: frozen?.postId ?? null,
      seconds: (performance.now() - start) / 1000,
    };
  } finally {
    await Promise.all([proxy, swallowed].map((line) => line.close().catch(() => {})));
    await world.close();
  }
}

/** The process that is stopped between mark and send of the first post, where one is. */
async function startFrozen({
  world,
  sleeper,
  proxy,
  first,
  options: { freezes, rotates = false, say },
}: {
  world: World;
  sleeper: Api;
  proxy: PostgresProxy;
  first: PlannedPost;
  options: ChaosOptions;
}) {
  sleeper.start();
  await sleeper.untilReady();
  const owner = await logInOwner(world, [sleeper]);
  const watching = await startWatching(world);
  // A line to Facebook that was open before it is stopped would be closed when it goes on, and hide what it sends
  // then.
  await world.table.rows("update facebook_pages set next_check_at = now() + interval '1 day'");
  await sleeper.kill();
  sleeper.start();
  await sleeper.untilReady();

  const freezing = freezes && !rotates ? freezeBetweenMarkAndSend(sleeper, proxy, world.table) : null;
  await putOnSchedule(world, owner, [first], Date.now());
  const frozen = await freezing;
  if (frozen !== null) say(`A process stands still between mark and send of post ${frozen.postId}.`);
  return { watching, frozen };
}

interface Chaos {
  readonly world: World;
  readonly shooting: readonly Api[];
  readonly swallowed: PostgresProxy;
  readonly frozen: Awaited<ReturnType<typeof startFrozen>>['frozen'];
  readonly others: readonly PlannedPost[];
  readonly options: ChaosOptions;
}

/** The load burst and the faults over it, up to the end of every post. */
async function underChaos({ world, shooting, swallowed, frozen, others, options }: Chaos) {
  const { seed, say, chaosMs } = options;
  const person = await logInOwner(world, shooting);
  const startAt = Date.now() + 1000;
  await putOnSchedule(world, person, others, startAt);
  const faults = await setFaults(world, seed, frozen === null ? null : (person.pages[0]?.pageId ?? null));
  say(`The chaos run begins: ${others.length + 1} posts fall due within ${options.spreadMs / 1000} s.`);
  const killingSince = Date.now();
  const swallowing = startSwallowing(swallowed, chaosMs);
  const killing = startKilling(world, shooting, { seed, chaosMs });
  const lastPage = person.pages[Math.min(options.pages, person.pages.length) - 1];
  if (lastPage === undefined) throw new Error('The owner has no pages');
  const revoking = revokeLater(world, lastPage, chaosMs / 4);
  const takingOver = frozen?.untilTakenOver(options.frozenAtMostMs) ?? Promise.resolve(null);
  const acting = actAsPlanned(world, person, others, startAt);
  // Told when it is waited for.
  for (const later of [acting, takingOver]) later.catch(() => {});
  // A busy machine may take longer than that to put everything on the schedule.
  await untilCalm(world, Math.max(startAt, killingSince), chaosMs);
  revoking.stop();
  const [killed, swallows] = [await killing.stop(), await swallowing.stop()];
  const { n: outInChaos } = await world.table.one<{ n: number }>(
    "select count(*)::int as n from posts where status = 'published'",
  );
  say(`${outInChaos} posts went out while processes were killed; the faults go on.`);
  const underFaults = await untilAllEnded(world, person, options.faultsMs);
  await clearFaults(world);
  const revoked = await revoking.poll();
  say(`${revoked.held} posts wait for a page that lost its token; their owner reconnects.`);
  const reconnected = await logInOwner(world, shooting);
  const [deletions, wasFrozenTakenOver] = [await acting, await takingOver];
  // Only now: a fault that hit what it sends would hide that it sends.
  frozen?.thaw();
  const { rescheduled, isOver } = await untilAllEnded(world, reconnected, options.endWithinMs);
  return {
    person,
    deletions,
    faults,
    outInChaos,
    ...killed,
    swallows,
    rescheduled: underFaults.rescheduled + rescheduled,
    isOver,
    wasFrozenTakenOver,
    revoked,
  };
}

/** What the tables say in the end. */
async function readOutcome({ table }: World): Promise<Pick<Report, 'attempts' | 'statuses'>> {
  const posts = await table.rows<{ id: number; status: string }>('select id::int, status from posts');
  return {
    attempts: await table.rows<Attempt>(ATTEMPTS),
    statuses: new Map(posts.map(({ id, status }) => [id, status])),
  };
}

/** The whole chaos run, or until nothing is left that it could hit. Both restarts of the database lie within it. */
async function untilCalm(
  { table }: { table: { one<Row>(sql: string): Promise<Row> } },
  startAt: number,
  chaosMs: number,
): Promise<void> {
  const until = startAt + chaosMs;
  while (Date.now() < until) {
    await sleep(POLL_EVERY_MS);
    const { n } = await table.one<{ n: number }>(
      `select count(*)::int as n from posts
        where status in ('scheduled', 'publishing') and scheduled_at < now() + interval '1 hour'`,
    );
    if (n === 0 && Date.now() > startAt + chaosMs * (3 / 4)) return;
  }
}
