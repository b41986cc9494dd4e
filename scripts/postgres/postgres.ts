import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isRunning, withFileLock } from '../file-lock.mjs';
import { freePort, samePort } from '../ports.ts';
import { claimPostgres } from './claim.ts';
import { reachableHome, type Home } from './home.ts';
import { passingFolder } from './passing-folder.ts';

const MAJOR = '18';
const USER = 'pagecast';
const DATABASE = 'pagecast';
/** Far longer than it takes, also after a crash on a busy machine: one that cannot start ends before. */
const START_WITHIN_MS = 120_000;

/**
 * Trades durability for speed, leaves what is deleted where it is, and starts no process to help with a statement: for
 * clusters that live as long as one test run, and whose tables are small.
 */
const THROWAWAY_FLAGS = [
  '-F',
  '-c',
  'full_page_writes=off',
  '-c',
  'synchronous_commit=off',
  '-c',
  'max_connections=300',
  '-c',
  'autovacuum=off',
  '-c',
  'max_parallel_workers_per_gather=0',
  // It may lie in memory.
  '-c',
  'max_wal_size=256MB',
];

export interface Postgres {
  /** `postgres://user:password@127.0.0.1:port/database` */
  readonly url: string;
  /** Stops it, unless another command uses it too: the last one does. */
  stop(): Promise<void>;
}

/**
 * The project's own PostgreSQL with its data under `dataDir`, on a loopback port that it keeps, with a generated
 * password.
 * Joins a server that runs over the same data: another command's, or one that a killed launcher left.
 * @throws Error with a plain message when the data belongs to another major version, or the server does not start
 */
export async function startPostgres(dataDir: string): Promise<Postgres> {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  // Of two commands that start at once, the second joins the first one's server.
  return withFileLock(path.join(dataDir, 'postgres.starting'), () => joinOrLaunch(dataDir));
}

async function joinOrLaunch(dataDir: string): Promise<Postgres> {
  const home = reachableHome(path.join(dataDir, 'postgres'));
  const data = path.join(home.data, 'data');
  const passwordFile = path.join(dataDir, 'postgres.password');
  if (home.isTwin && !fs.existsSync(passwordFile)) await discard(data);
  const password = remembered(passwordFile, () => randomBytes(24).toString('base64url'));
  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) await initialise(home, data, password);
  checkMajor(data);

  const running = await runningServer(data, password);
  if (running !== null) return running;
  const portFile = path.join(dataDir, 'postgres.port');
  const port = await samePort(Number(remembered(portFile, () => '0')));
  fs.writeFileSync(portFile, String(port));
  return launch(home, data, { port, password, flags: ['-c', 'max_connections=200'], isThrowaway: false });
}

/** A cluster without durability in a folder of its own, gone when stopped. */
export async function startThrowawayPostgres(): Promise<Postgres> {
  const dataDir = passingFolder('postgres');
  const home = reachableHome(path.join(dataDir, 'postgres'));
  const data = path.join(home.data, 'data');
  await initialise(home, data, null);
  const server = await launch(home, data, {
    port: await freePort(),
    password: null,
    flags: THROWAWAY_FLAGS,
    isThrowaway: true,
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function initialise(home: Home, data: string, password: string | null): Promise<void> {
  fs.mkdirSync(home.data, { recursive: true, mode: 0o755 });
  fs.rmSync(data, { recursive: true, force: true });
  const unfinished = `${data}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  const passwordFile = path.join(home.data, 'initdb.password');
  if (password !== null) fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (home.identity !== null) {
    fs.chownSync(unfinished, home.identity.uid, home.identity.gid);
    if (password !== null) fs.chownSync(passwordFile, home.identity.uid, home.identity.gid);
  }
  const auth = password === null ? ['--auth=trust', '--no-sync'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const child = spawnAs(home, 'initdb', ['-D', unfinished, '-U', USER, '--locale=C', '-E', 'UTF8', ...auth]);
  const output = collected(child);
  const [code] = (await once(child, 'exit')) as [number | null];
  fs.rmSync(passwordFile, { force: true });
  if (code !== 0) throw new Error(`PostgreSQL could not make its data folder ${data}:\n${output()}`);
  // A start that is cut off leaves no half-made cluster behind.
  fs.renameSync(unfinished, data);
}

function checkMajor(data: string): void {
  const found = fs.readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  if (found !== MAJOR)
    throw new Error(
      `The data in ${data} is PostgreSQL ${found}'s, and this is PostgreSQL ${MAJOR}: move the folder away, ` +
        `or set DATABASE_URL to a server of version ${found}.`,
    );
}

/** Data whose folder was deleted, perhaps to start over: nobody has the password any more. */
async function discard(data: string): Promise<void> {
  const pidFile = path.join(data, 'postmaster.pid');
  const pid = fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
  // The number may be another process's by now.
  const commandLine = `/proc/${pid}/cmdline`;
  if (fs.existsSync(commandLine) && fs.readFileSync(commandLine, 'utf8').includes(data))
    await endProcess(pid, 'SIGQUIT');
  fs.rmSync(data, { recursive: true, force: true });
}

/** The server that runs over this data already, if it answers. */
async function runningServer(data: string, password: string): Promise<Postgres | null> {
  const file = path.join(data, 'postmaster.pid');
  if (!fs.existsSync(file)) return null;
  const [pidLine, , , portLine] = fs.readFileSync(file, 'utf8').split('\n');
  const [pid, port] = [Number(pidLine), Number(portLine)];
  for (let tries = 0; tries < 20 && isRunning(pid); tries += 1) {
    const url = urlOf(port, password);
    if (port > 0 && (await answers(url))) {
      const server = await inUse(url, pid, 'SIGINT');
      if (server !== null) return server;
    }
    await sleep(100);
  }
  return null;
}

/** A server that answers, for as long as this process uses it; null when it was just stopped. */
async function inUse(url: string, pid: number, signal: NodeJS.Signals): Promise<Postgres | null> {
  const claim = await claimPostgres(url);
  if (claim === null) return null;
  await createDatabase(url);
  return {
    url: withDatabase(url),
    stop: async () => {
      if (await claim.release()) await endProcess(pid, signal);
    },
  };
}

interface LaunchOptions {
  readonly port: number;
  readonly password: string | null;
  readonly flags: readonly string[];
  /** Ends with this process, also where nobody stops it. */
  readonly isThrowaway: boolean;
}

async function launch(
  home: Home,
  data: string,
  { port, password, flags, isThrowaway }: LaunchOptions,
): Promise<Postgres> {
  const signal = isThrowaway ? 'SIGQUIT' : 'SIGINT';
  const log = path.join(home.data, 'postgres.log');
  const logFile = fs.openSync(log, 'w', 0o600);
  const child = spawnAs(
    home,
    'postgres',
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'log_checkpoints=off',
      ...flags,
    ],
    logFile,
  );
  fs.closeSync(logFile);
  const url = urlOf(port, password);
  const until = Date.now() + START_WITHIN_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGQUIT');
      throw new Error(`PostgreSQL did not start:\n${fs.readFileSync(log, 'utf8').slice(-4000)}`);
    }
    await sleep(20);
  }
  child.unref();
  if (isThrowaway)
    process.once('exit', () => {
      child.kill(signal);
    });
  const server = child.pid === undefined ? null : await inUse(url, child.pid, signal);
  if (server === null)
    throw new Error(`PostgreSQL ended right after its start:\n${fs.readFileSync(log, 'utf8').slice(-4000)}`);
  return server;
}

/** Detached, so that a terminal's Ctrl-C reaches our own handler and not the server first. */
function spawnAs(home: Home, program: string, args: string[], output: number | 'pipe' = 'pipe'): ChildProcess {
  return spawn(path.join(home.binaries, 'bin', program), args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    ...home.identity,
  });
}

function collected(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4000);
    });
  return () => text;
}

async function endProcess(pid: number, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(pid)) return;
  process.kill(pid, signal);
  // The command that started it may be gone, and nobody else asks what became of it: in a container, often.
  while (isRunning(pid)) await sleep(20);
}

/** What `file` holds, or else what `make` gives, kept there for the owner's eyes only. */
function remembered(file: string, make: () => string): string {
  if (!fs.existsSync(file)) fs.writeFileSync(file, make(), { mode: 0o600 });
  return fs.readFileSync(file, 'utf8').trim();
}

function urlOf(port: number, password: string | null): string {
  return `postgres://${USER}${password === null ? '' : `:${password}`}@127.0.0.1:${port}/postgres`;
}

function withDatabase(url: string): string {
  return url.replace(/\/postgres$/, `/${DATABASE}`);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
