import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ROOT } from './paths.ts';
import { quietPort } from './ports.ts';
import { programFile } from './program-file.ts';
import { callSandbox } from './sandbox-control.ts';

const READY_WITHIN_MS = 240_000;

/** A user of the simulated Facebook, as its control call lists them. */
export interface Person {
  readonly role: string;
  readonly id: string;
  readonly name: string;
  readonly pages: readonly { readonly id: string; readonly name: string }[];
}

/** A post as the simulated Facebook holds it: the ground truth. */
export interface FacebookPost {
  readonly id: string;
  readonly kind: string;
  readonly message: string;
  readonly is_published: boolean;
}

interface ProductOptions {
  /** A database on the server to begin with, in place of an empty one. */
  readonly template?: string;
  /** What its DATA_DIR begins with. */
  readonly data?: string;
  /** Where the builds of shell and remotes are; left out, those of this checkout. */
  readonly webRoot?: string;
  /** Variables of its processes. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * The whole product as people run it, from its built files: a fresh database, the simulated outside world and one API
 * process.
 * @param server a PostgreSQL server, as a URL with any of its databases
 */
export async function startProduct(
  server: string,
  { template = 'template1', data, webRoot = ROOT, env: more = {} }: ProductOptions = {},
) {
  const database = `journey_${process.pid}_${Date.now()}`;
  await query(server, `create database ${database} template ${template} strategy file_copy`);
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${database}` }).href;
  const dataDir = await passingData(data);

  const [port, sandboxPort] = [await quietPort(), await quietPort()];
  const places = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, WEB_ROOT: webRoot };
  // What publishes is the same in a process of its own, whose start costs half a second of a core.
  const env = { ...process.env, ...places, LOOP: 'within', DRAIN_SECONDS: '0', LOG_LEVEL: 'warn', ...more };
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const url = `http://localhost:${port}`;
  const startApi = (at = port, others: NodeJS.ProcessEnv = {}) =>
    run('scripts/api.ts', { ...env, PORT: String(at), SANDBOX_URL: sandboxUrl, ...others });
  const sandbox = run('scripts/sandbox.ts', { ...env, SANDBOX_PORT: String(sandboxPort) });
  let api = startApi();
  await ready(`${url}/readyz`, api).catch(async (error: unknown) => {
    await Promise.all([stop(api), stop(sandbox)]);
    throw error;
  });

  const others: ChildProcess[] = [];
  const end = () => Promise.all([api, sandbox, ...others].map(stop));
  return {
    url,
    databaseUrl,
    /** Where it keeps its files. */
    dataDir,
    apiPid: () => api.pid ?? 0,
    sandboxUrl,
    ...simulated(sandboxUrl),
    /** One statement on the product's database, for what only time could do otherwise. */
    sql: (statement: string) => query(databaseUrl, statement),
    /**
     * Ends the API process as a crash would and starts another over the same database, after what happens meanwhile.
     */
    async crashApi(meanwhile: () => Promise<void> = async () => {}) {
      api.kill('SIGKILL');
      await once(api, 'exit');
      await meanwhile();
      api = startApi();
      await ready(`${url}/readyz`, api);
    },
    /**
     * Another API process over the same data, which serves the builds under `webRoot` in place of ours.
     * @param vars variables of this one alone
     * @returns its origin
     */
    async alsoServe(webRoot: string, vars: NodeJS.ProcessEnv = {}): Promise<string> {
      const otherPort = await quietPort();
      const other = startApi(otherPort, { WEB_ROOT: webRoot, LOOP: 'off', ...vars });
      others.push(other);
      await ready(`http://localhost:${otherPort}/readyz`, other);
      return `http://localhost:${otherPort}`;
    },
    /** Ends its processes; what they keep stays. */
    end,
    async close() {
      await end();
      await query(server, `drop database if exists ${database} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type Product = Awaited<ReturnType<typeof startProduct>>;

/** A folder for its files, with those of `from` in it. */
async function passingData(from: string | undefined): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pagecast-journey-'));
  if (from !== undefined) await cp(from, folder, { recursive: true });
  return folder;
}

/** What is known of the simulated outside world. */
function simulated(sandboxUrl: string) {
  const control = <T>(call: string, { method, body }: { method: string; body?: unknown } = { method: 'GET' }) =>
    callSandbox<T>(sandboxUrl, method, call, body);
  return {
    control,
    async person(role: string): Promise<Person> {
      const people = await control<Person[]>('users');
      const found = people.find((person) => person.role === role);
      if (found === undefined) throw new Error(`Nobody has the role ${role}`);
      return found;
    },
    postsOf: (pageId: string) => control<FacebookPost[]>(`pages/${pageId}/posts`),
  };
}

/** The channel tells it when we are gone, however that came. */
function run(script: string, env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [programFile(script)], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream)
      createInterface(stream).on('line', (line) => {
        if (process.env['E2E_VERBOSE']) process.stderr.write(`${script}: ${line}\n`);
      });
  }
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The API ended with code ${child.exitCode} before it was ready`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`${url} did not become ready`);
}

async function query(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
