import assert from 'node:assert/strict';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer, type Balancer, type Failure } from './balancer.ts';
import { untilAllEnded } from './finish.ts';
import { judge, type Verdict } from './oracle.ts';
import { logInOwner } from './owner.ts';
import { endOf, GATE, migrateAs, migrateDown, migrateUp, newestMigration } from './release-sources.ts';
import { startLoad, type Load } from './steady-load.ts';
import { startWorld, type Api, type World } from './world.ts';

/** Patience with a busy machine; nothing here takes so long. */
const WITHIN_MS = 240_000;
const POLL_MS = 50;
/** Longest there is: the test ends it when the balancer has seen that the process is not ready. */
const DRAIN_SECONDS = '30';

interface Releases {
  /** Folders of their sources. */
  readonly older: string;
  readonly newer: string;
  /** The older release works beside migrations it does not know. */
  readonly isOlderTolerant: boolean;
  /** The newer release's migration has a gate, at which it is shot. */
  readonly hasGate: boolean;
  readonly people: number;
  readonly pauseMs: number;
  /** Posts that are written between one step and the next, at least. */
  readonly postsPerStep: number;
}

export interface SideBySide {
  readonly verdict: Verdict;
  readonly calls: number;
  /** Of all processes but the one that was shot, each with what its log says of it, else with the end of that. */
  readonly failures: readonly (Failure & { readonly log: string })[];
  readonly failuresOfKilled: number;
  readonly posts: number;
}

/**
 * Two releases over one database, while people read and write and posts fall due: the newer comes beside the older,
 * takes over, and goes again, with its migrations up and down.
 */
export async function runSideBySide(releases: Releases): Promise<SideBySide> {
  const { older, newer } = releases;
  const world = await startWorld({ mode: 'two-step', swaps: [], migrate: (url) => migrateAs(older, url) });
  const balancer = startBalancer();
  try {
    const add = (name: string, root: string) => world.addApi(name, { root, env: { DRAIN_SECONDS } });
    const [first, killed] = [await add('older-1', older), await add('older-2', older)];
    const upgraded = await add('newer-1', newer);
    await join(balancer, first);
    await join(balancer, killed);
    const owner = await logInOwner(world, [first]);
    const load = startLoad(balancer, world.origin, owner, releases);
    const down = () => migrateDown(newer, world.databaseUrl, newestMigration(older));
    const step = () => untilWritten(load, releases.postsPerStep);

    await step();
    if (releases.hasGate) await shootAtGate(world, () => migrateUp(newer, world.databaseUrl));
    await join(balancer, upgraded);
    if (releases.isOlderTolerant) await until(() => balancer.isReady(first));
    await step();

    await killed.kill();
    await until(() => !balancer.isReady(killed));
    balancer.remove(killed);
    await step();

    // The older one ends and comes again, beside what the newer one has made of the database.
    if (releases.isOlderTolerant) {
      await leave(balancer, first);
      await step();
      await join(balancer, first);
      await step();
    }

    const refused = await endOf(down());
    assert.match(refused.said, /can't be undone while/);
    await leave(balancer, upgraded);
    await until(() => areLinesGone(world, newer));
    if (releases.hasGate) await shootAtGate(world, down);
    assert.deepEqual(await endOf(down()), { code: 0, said: '' });
    await until(() => balancer.isReady(first));
    await step();
    await load.stop();

    const ended = await untilAllEnded(world, owner, WITHIN_MS);
    assert(ended.isOver, 'every post has come to its end');
    const verdict = await judge(world, owner, load.written, new Map());
    return {
      verdict,
      calls: balancer.calls(),
      failures: [first, upgraded].flatMap((api) =>
        balancer.failures
          .filter((failure) => failure.api === api.name)
          .map((failure) => ({ ...failure, log: api.linesOf(failure.requestId) })),
      ),
      failuresOfKilled: balancer.failures.filter(({ api }) => api === killed.name).length,
      posts: load.written.length,
    };
  } finally {
    balancer.stop();
    await world.close();
  }
}

/** Starts it; the balancer sends people there from now on. */
async function join(balancer: Balancer, api: Api): Promise<void> {
  api.start();
  balancer.add(api);
  await until(() => balancer.isReady(api));
}

/** As an operator ends a process behind a balancer: nobody is sent there any more before it closes its door. */
async function leave(balancer: Balancer, api: Api): Promise<void> {
  api.signal('SIGTERM');
  await until(() => !balancer.isReady(api) && balancer.underWay(api) === 0);
  balancer.remove(api);
  await api.stop();
}

/** The server may take a moment to see that a process has ended, on a busy machine a long one. */
async function areLinesGone({ table }: World, root: string): Promise<boolean> {
  const lines = await table.rows(
    'select from pg_stat_activity where datname = current_database() and application_name like $1',
    [`pagecast % ${newestMigration(root).slice(0, 14)}`],
  );
  return lines.length === 0;
}

/** Kills what changes the database with -9, in the middle of that. */
async function shootAtGate({ databaseUrl }: World, run: () => ReturnType<typeof migrateUp>): Promise<void> {
  const keeper = new pg.Client(databaseUrl);
  await keeper.connect();
  await keeper.query(`select pg_advisory_lock(${GATE})`);
  const child = run();
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted and database = (
    select oid from pg_database where datname = current_database())`;
  await until(async () => (await keeper.query(waiting)).rowCount !== 0);
  child.kill('SIGKILL');
  await endOf(child);
  await keeper.end();
}

async function untilWritten({ written }: Load, more: number): Promise<void> {
  const wanted = written.length + more;
  await until(() => written.length >= wanted);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + WITHIN_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Waited ${WITHIN_MS / 1000} s for: ${isSo.toString()}`);
    await sleep(POLL_MS);
  }
}
