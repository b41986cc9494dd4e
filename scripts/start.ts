import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './build.ts';
import { fail, onStop } from './lifecycle.ts';
import { dataDirectory, ROOT } from './paths.ts';
import { freePort } from './ports.ts';
import { startPostgres, type Postgres } from './postgres.ts';

const READY_WITHIN_MS = 60_000;
/** A run that was killed may still be letting go of its ports. */
const PORT_FREE_WITHIN_MS = 5000;
const RESTARTS_PER_MINUTE = 5;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

const env = process.env;
const host = env['HOST'] || '127.0.0.1';
const port = portOf('PORT', 3000);
const sandboxPort = portOf('SANDBOX_PORT', 3900);
const publicUrl = env['PUBLIC_URL'] || `http://localhost:${port}`;
const withSandbox = sandboxWanted();

const children: { api?: ChildProcess; sandbox?: ChildProcess } = {};
let postgres: Postgres | null = null;
let stopping = false;
let isReady = false;

onStop(async () => {
  stopping = true;
  await end(children.api);
  await end(children.sandbox);
  await postgres?.stop();
});

await waitForPort(port, 'PORT');
if (withSandbox) await waitForPort(sandboxPort, 'SANDBOX_PORT');
try {
  [, postgres] = await Promise.all([ensureBuilt(), env['DATABASE_URL'] ? null : startPostgres(dataDirectory())]);
} catch (error) {
  await postgres?.stop();
  fail(error instanceof Error ? error.message : String(error));
}

const sandboxUrl = `http://localhost:${sandboxPort}`;
if (withSandbox) supervise('sandbox', 'scripts/sandbox.ts', {});
supervise('api', 'scripts/api.ts', {
  PORT: String(port),
  DATABASE_URL: env['DATABASE_URL'] || postgres?.url,
  ...(withSandbox ? { SANDBOX_URL: sandboxUrl } : {}),
});
await untilReady();
console.log(`Ready: ${publicUrl}`);
console.log(withSandbox
  ? `Facebook, OpenAI and the tech site are simulated at ${sandboxUrl}: nothing leaves this machine.\n`
    + 'To log in: Continue with Facebook, then choose the manager (three pages) or the admin. Invitation code for strangers: WELCOME'
  : 'To log in: Continue with Facebook, with an account listed in ADMIN_FACEBOOK_IDS or on the whitelist.');

function portOf(name: 'PORT' | 'SANDBOX_PORT', preset: number): number {
  const value = Number(env[name] || preset);
  if (!Number.isInteger(value) || value < 1 || value > 65_535) fail(`${name} must be a port number from 1 to 65535; it is "${env[name]}".`);
  return value;
}

function sandboxWanted(): boolean {
  const wish = env['SANDBOX'] || (env['FB_APP_ID'] || env['DATABASE_URL'] || env['SANDBOX_URL'] ? 'off' : 'on');
  if (wish !== 'on' && wish !== 'off') fail(`SANDBOX must be on or off; it is "${wish}".`);
  if (wish === 'on' && !LOOPBACK.has(host)) fail(`The simulated Facebook lets anybody in, so it runs on loopback only: unset HOST (it is "${host}"), or set SANDBOX=off.`);
  return wish === 'on';
}

async function waitForPort(wanted: number, variable: string): Promise<void> {
  const until = Date.now() + PORT_FREE_WITHIN_MS;
  for (;;) {
    try {
      await freePort(wanted, host);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE') fail(`Cannot listen on ${host}:${wanted} (${code}): set ${variable} or HOST to something else.`);
      if (Date.now() > until) fail(`Port ${wanted} is in use: end what listens there, or set ${variable} to another port.`);
      await sleep(200);
    }
  }
}

/** Runs a part in a process of its own, and again when it dies unasked. */
function supervise(name: 'api' | 'sandbox', script: string, extra: Record<string, string | undefined>): void {
  const starts: number[] = [];
  const launch = () => {
    starts.push(Date.now());
    // A process group of its own: a terminal's Ctrl-C reaches this process alone, which then stops the parts in order.
    const child = fork(path.join(ROOT, script), { cwd: ROOT, detached: true, env: { ...env, ...extra }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    children[name] = child;
    child.once('exit', (code, signal) => {
      if (stopping) return;
      const recent = starts.filter((at) => Date.now() - at < 60_000).length;
      const how = signal === null ? `code ${code}` : signal;
      if (code === 1 && recent === 1 && !isReady) return giveUp(`The ${name} process ended with ${how} before it was ready.`);
      if (recent > RESTARTS_PER_MINUTE) return giveUp(`The ${name} process ended ${recent} times within a minute (${how}).`);
      console.error(`The ${name} process ended (${how}): starting it again.`);
      setTimeout(() => { if (!stopping) launch(); }, 250 * recent);
    });
  };
  launch();
}

function giveUp(line: string): void {
  stopping = true;
  console.error(line);
  void Promise.all([end(children.api), end(children.sandbox)]).then(() => postgres?.stop()).finally(() => process.exit(1));
}


async function untilReady(): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (!stopping) {
    const answer = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`).catch(() => null);
    if (answer?.ok) {
      isReady = true;
      return;
    }
    if (Date.now() > until) return giveUp(`The API did not become ready within ${READY_WITHIN_MS / 1000} s: its lines above say why.`);
    await sleep(50);
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
