import { mkdirSync, mkdtempSync, rmSync, chmodSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate as migrateToday } from '../../api/src/db/migrate.ts';
import { ROOT } from '../paths.ts';
import { startPostgres, type Postgres } from '../postgres/postgres.ts';
import { sandboxEnvironment, seedAccess } from '../sandbox-environment.ts';
import { killablePart, type KillablePart } from './killable-part.ts';
import { quietPort } from './quiet-port.ts';
import { openTable, type Table } from './table.ts';
import type { Swap } from './weak/swaps.ts';

export interface WorldOptions {
  readonly mode: 'two-step' | 'direct';
  readonly swaps: readonly Swap[];
  /** Brings the empty database up to a day; today when left out. */
  readonly migrate?: (databaseUrl: string) => Promise<void>;
}

/**
 * Everything that a run needs, as separate processes that can be shot: PostgreSQL, the simulated outside world, and any
 * number of API processes.
 */
// oxlint-disable-next-line max-lines-per-function -- What is started here is stopped in the opposite order: both are read together.
export async function startWorld({ mode, swaps, migrate = migrateToday }: WorldOptions) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagecast-torture-'));
  // PostgreSQL may run as another user, who has to reach its data.
  chmodSync(folder, 0o755);
  mkdirSync(path.join(folder, 'web'));
  writeFileSync(path.join(folder, 'postgres.port'), String(await quietPort()));
  let postgres: Postgres = await startPostgres(folder);
  const [sandboxPort, originPort] = [await quietPort(), await quietPort()];
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const sandbox = killablePart({
    name: 'sandbox',
    script: 'api/sandbox/main.ts',
    log: path.join(folder, 'sandbox.log'),
    swaps: [],
    env: { SANDBOX_PORT: String(sandboxPort), SANDBOX_SNAPSHOT: 'off', DATA_DIR: path.join(folder, 'sandbox') },
  });
  sandbox.start();
  const outside = await sandboxEnvironment(sandboxUrl);
  await migrate(postgres.url);
  await seedAccess(postgres.url, sandboxUrl);
  const table = openTable(postgres.url);
  const origin = `http://localhost:${originPort}`;
  const apis: Api[] = [];

  async function control<T>(method: string, call: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${sandboxUrl}/__sandbox/${call}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok)
      throw new Error(`The sandbox answers ${answer.status} to ${method} ${call}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  return {
    folder,
    databaseUrl: postgres.url,
    /** The origin that every API process takes for the product's own. */
    origin,
    table,
    control,

    /**
     * A further API process, not started yet.
     * @param databaseUrl another way to the same database
     * @param root of other sources
     * @param skewMs by how much its clock is wrong
     */
    async addApi(
      name: string,
      {
        databaseUrl = postgres.url,
        root = ROOT,
        skewMs = 0,
      }: { databaseUrl?: string; root?: string; skewMs?: number } = {},
    ): Promise<Api> {
      const port = await quietPort();
      const part = killablePart({
        name,
        root,
        script: 'api/src/main.ts',
        log: path.join(folder, `${name}.log`),
        swaps,
        skewMs,
        env: {
          ...outside,
          DATABASE_URL: databaseUrl,
          DATA_DIR: folder,
          WEB_ROOT: path.join(folder, 'web'),
          PORT: String(port),
          PUBLIC_URL: origin,
          FB_PUBLISH_MODE: mode,
          LOG_LEVEL: 'warn',
          LOGIN_RATE_LIMIT: '1000',
        },
      });
      const url = `http://127.0.0.1:${port}`;
      const api = { ...part, url, untilReady: () => untilAnswers(`${url}/readyz`, part) };
      apis.push(api);
      return api;
    },

    /** @param how `stop` as an operator would, `crash` as a lost machine would */
    async restartPostgres(how: 'stop' | 'crash'): Promise<void> {
      const { pid } = await table.one<{ pid: number }>(
        "select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid",
      );
      if (how === 'crash') process.kill(pid, 'SIGQUIT');
      await postgres.stop();
      while (isAlive(pid)) await sleep(20);
      postgres = await startPostgres(folder);
    },

    /** Stops every process of PostgreSQL where it is. @returns what lets them go on */
    async freezePostgres(): Promise<() => void> {
      const pids = await table.rows<{ pid: number }>(
        "select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid union all select pid from pg_stat_activity",
      );
      for (const { pid } of pids) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const { pid } of pids) if (isAlive(pid)) process.kill(pid, 'SIGCONT');
      };
    },

    async close(): Promise<void> {
      await Promise.all([...apis, sandbox].map((part) => part.kill()));
      await table.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;
export type Api = KillablePart & { readonly url: string; untilReady(): Promise<void> };
export type { Table };

const READY_WITHIN_MS = 240_000;

async function untilAnswers(url: string, part: KillablePart): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (Date.now() > until)
      throw new Error(`${part.name} is not ready after ${READY_WITHIN_MS / 1000} s:\n${part.lastLines()}`);
    await sleep(50);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
