import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { swappedProgram } from '../build/programs.ts';
import { ROOT } from '../paths.ts';
import { quietPort } from '../ports.ts';
import { passingFolder } from '../postgres/passing-folder.ts';
import { programFile } from '../program-file.ts';
import { callSandbox } from '../sandbox-control.ts';
import { sandboxEnvironment, seedAccess } from '../sandbox-environment.ts';
import { killablePart, type KillablePart } from './killable-part.ts';
import { startKillablePostgres, type KillablePostgres } from './killable-postgres.ts';
import { copyMigratedData } from './migrated-data.ts';
import type { Table } from './table.ts';
import { SWAPS, type Swap } from './weak/swaps.ts';

export interface WorldOptions {
  readonly mode: 'two-step' | 'direct';
  readonly swaps: readonly Swap[];
  /** Brings the empty database up to a day; left out, it has today's tables. */
  readonly migrate?: (databaseUrl: string) => Promise<unknown>;
  /** One that is there, with its tables, and ends by itself. */
  readonly database?: { readonly url: string; readonly table: Table };
}

interface ApiOptions {
  /** Another way to the same database. */
  readonly databaseUrl?: string;
  /** Of other sources. */
  readonly root?: string;
  /** By how much its clock is wrong. */
  readonly skewMs?: number;
  /** Variables of its own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Swaps of its own. */
  readonly more?: readonly Swap[];
  /** A command that runs it. */
  readonly through?: readonly string[];
}

/**
 * Everything that a run needs, as separate processes that can be shot: PostgreSQL, the simulated outside world, and any
 * number of API processes.
 */
export async function startWorld({ mode, swaps, migrate, database }: WorldOptions) {
  const folder = await makeFolder();
  const postgres = database === undefined ? await startDatabase(folder, migrate) : foreign(database);
  const { sandbox, sandboxUrl } = await startSandbox(folder);
  const outside = await sandboxEnvironment(sandboxUrl);
  await seedAccess(postgres.url, sandboxUrl);
  const origin = `http://localhost:${await quietPort()}`;
  const apis: Api[] = [];

  return {
    folder,
    databaseUrl: postgres.url,
    sandboxUrl,
    /** The origin that every API process takes for the product's own. */
    origin,
    table: postgres.table,
    control: <T>(method: string, call: string, body?: unknown) => callSandbox<T>(sandboxUrl, method, call, body),

    /** A further API process, not started yet. */
    async addApi(name: string, options: ApiOptions = {}): Promise<Api> {
      const { databaseUrl = postgres.url, root = ROOT, skewMs = 0, env = {}, more = [], through = [] } = options;
      const port = await quietPort();
      const part = killablePart({
        name,
        root,
        file: await apiFile(root, [...swaps, ...more]),
        log: path.join(folder, `${name}.log`),
        skewMs,
        through,
        env: {
          ...outside,
          DATABASE_URL: databaseUrl,
          DATA_DIR: folder,
          WEB_ROOT: path.join(folder, 'web'),
          PORT: String(port),
          PUBLIC_URL: origin,
          FB_PUBLISH_MODE: mode,
          DRAIN_SECONDS: '0',
          LOG_LEVEL: 'warn',
          LOGIN_RATE_LIMIT: '1000',
          // Were a wrong clock not noticed, nothing would go out twice or early either.
          CLOCK_LIMIT_SECONDS: 'off',
          ...env,
        },
      });
      const url = `http://127.0.0.1:${port}`;
      const api = { ...part, url, untilReady: () => untilAnswers(`${url}/readyz`, part) };
      apis.push(api);
      return api;
    },

    restartPostgres: postgres.restart,
    keepPostgres: postgres.keep,
    putPostgresBack: postgres.putBack,
    freezePostgres: postgres.freeze,

    async close(): Promise<void> {
      await Promise.all([...apis, sandbox].map((part) => part.kill()));
      await postgres.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;
export type Api = KillablePart & { readonly url: string; untilReady(): Promise<void> };
export type { Table };

/** Modules of ours are swapped; another release has its own. */
async function apiFile(root: string, swaps: readonly Swap[]): Promise<string> {
  const program = 'api/src/main.ts';
  if (root !== ROOT) return path.join(root, program);
  if (swaps.length === 0) return programFile(program);
  const modules = swaps.map((name) => ({
    name,
    replaces: SWAPS[name].replaces,
    by: path.join(import.meta.dirname, 'weak', SWAPS[name].by),
  }));
  return swappedProgram(program, modules);
}

async function makeFolder(): Promise<string> {
  const folder = passingFolder('torture');
  mkdirSync(path.join(folder, 'web'));
  writeFileSync(path.join(folder, 'postgres.port'), String(await quietPort()));
  return folder;
}

async function startDatabase(folder: string, migrate: WorldOptions['migrate']) {
  if (migrate === undefined) await copyMigratedData(folder);
  const postgres = await startKillablePostgres(folder);
  await migrate?.(postgres.url);
  return postgres;
}

/** Somebody else kills it. */
function foreign({ url, table }: NonNullable<WorldOptions['database']>): KillablePostgres {
  const refuse = () => Promise.reject(new Error('This database is not of this world'));
  return { url, table, restart: refuse, keep: refuse, putBack: refuse, freeze: refuse, close: async () => {} };
}

async function startSandbox(folder: string) {
  const port = String(await quietPort());
  const sandbox = killablePart({
    name: 'sandbox',
    file: programFile('api/sandbox/main.ts'),
    log: path.join(folder, 'sandbox.log'),
    env: { SANDBOX_PORT: port, SANDBOX_SNAPSHOT: 'off', DATA_DIR: path.join(folder, 'sandbox') },
  });
  sandbox.start();
  return { sandbox, sandboxUrl: `http://localhost:${port}` };
}

const READY_WITHIN_MS = 240_000;

async function untilAnswers(url: string, part: KillablePart): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (Date.now() > until)
      throw new Error(`${part.name} is not ready after ${READY_WITHIN_MS / 1000} s:\n${part.lastLines()}`);
    await sleep(50);
  }
}
