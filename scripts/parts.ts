import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from './lifecycle.ts';
import { ROOT } from './paths.ts';

/** A run that was killed may still be letting go of its ports. */
const PORT_FREE_WITHIN_MS = 5000;
const RESTARTS_PER_MINUTE = 5;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

/** How the product is to be run, as the environment says. */
export interface ProductSettings {
  readonly host: string;
  readonly port: number;
  readonly sandboxPort: number;
  readonly sandboxUrl: string;
  readonly publicUrl: string;
  readonly withSandbox: boolean;
}

/** Reads the settings, or ends the process with a line that names the wrong variable. */
export function productSettings(env: NodeJS.ProcessEnv = process.env): ProductSettings {
  const host = env['HOST'] || '127.0.0.1';
  const port = portOf(env, 'PORT', 3000);
  const sandboxPort = portOf(env, 'SANDBOX_PORT', 3900);
  return {
    host,
    port,
    sandboxPort,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    publicUrl: env['PUBLIC_URL'] || `http://localhost:${port}`,
    withSandbox: sandboxWanted(env, host),
  };
}

/** Ends the process with a plain message unless both ports are free, or become so soon. */
export async function claimPorts({ host, port, sandboxPort, withSandbox }: ProductSettings): Promise<void> {
  await waitForPort(host, port, 'PORT');
  if (withSandbox) await waitForPort(host, sandboxPort, 'SANDBOX_PORT');
}

/** How to log in, for people who read the terminal. */
export function loginHint({ withSandbox, sandboxUrl }: ProductSettings): string {
  return withSandbox
    ? `Facebook, OpenAI and the tech site are simulated at ${sandboxUrl}: nothing leaves this machine.\n` +
        'To log in: Continue with Facebook, then choose the manager (three pages) or the admin. ' +
        'Invitation code for strangers: WELCOME'
    : 'To log in: Continue with Facebook, with an account listed in ADMIN_FACEBOOK_IDS or on the whitelist.';
}

export interface Part {
  stop(): Promise<void>;
  /** Ends it and starts it anew after a change of its code. Code that does not run waits for the next change. */
  restart(): Promise<void>;
}

interface PartOptions {
  readonly name: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called when it cannot be kept running. */
  giveUp(line: string): void;
}

/** What ends with code 1 this soon after its start cannot run at all. */
const STARTED_AFTER_MS = 15_000;

/** Runs a part of the product in a process of its own, and again when it dies unasked. */
export function runPart({ name, script, env, giveUp }: PartOptions): Part {
  const starts: number[] = [];
  let child: ChildProcess;
  let isWanted = true;
  let isEnding = false;
  let restarting: Promise<void> | null = null;
  /** Somebody is at work on its code. */
  let isEdited = false;

  const launch = () => {
    starts.push(Date.now());
    // A process group of its own: a terminal's Ctrl-C reaches the launcher alone, which then stops the parts in order.
    const mine = fork(path.resolve(ROOT, script), {
      cwd: ROOT,
      detached: true,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child = mine;
    mine.once('exit', (code, signal) => {
      if (!isWanted || isEnding || child !== mine) return;
      const recent = starts.filter((at) => Date.now() - at < 60_000).length;
      const how = signal === null ? `code ${code}` : signal;
      if (code === 1 && starts.length === 1 && Date.now() - (starts[0] ?? 0) < STARTED_AFTER_MS) {
        if (isEdited)
          return console.error(
            `The ${name} process ended with ${how}: its lines above say why. It starts again at the next change.`,
          );
        return giveUp(`The ${name} process ended with ${how} right after its start.`);
      }
      if (recent > RESTARTS_PER_MINUTE)
        return giveUp(`The ${name} process ended ${recent} times within a minute (${how}).`);
      console.error(`The ${name} process ended (${how}): starting it again.`);
      setTimeout(() => {
        if (isWanted && child === mine) launch();
      }, 250 * recent);
    });
  };
  launch();

  const startAnew = async () => {
    isEdited = true;
    isEnding = true;
    await end(child);
    isEnding = false;
    starts.length = 0;
    if (isWanted) launch();
  };

  return {
    async stop() {
      isWanted = false;
      await end(child);
    },
    restart() {
      // One that is ending now starts with this change as well.
      restarting ??= startAnew().finally(() => {
        restarting = null;
      });
      return restarting;
    },
  };
}

/** Waits until `url` answers 2xx. @throws Error when it does not within `withinMs` */
export async function untilReady(url: string, withinMs: number, isStopping: () => boolean): Promise<void> {
  const until = Date.now() + withinMs;
  while (!isStopping()) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > until)
      throw new Error(`The API did not become ready within ${withinMs / 1000} s: its lines above say why.`);
    await sleep(50);
  }
}

function portOf(env: NodeJS.ProcessEnv, name: 'PORT' | 'SANDBOX_PORT', preset: number): number {
  const value = Number(env[name] || preset);
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    fail(`${name} must be a port number from 1 to 65535; it is "${env[name]}".`);
  return value;
}

function sandboxWanted(env: NodeJS.ProcessEnv, host: string): boolean {
  const wish = env['SANDBOX'] || (env['FB_APP_ID'] || env['DATABASE_URL'] || env['SANDBOX_URL'] ? 'off' : 'on');
  if (wish !== 'on' && wish !== 'off') fail(`SANDBOX must be on or off; it is "${wish}".`);
  if (wish === 'on' && !LOOPBACK.has(host))
    fail(
      `The simulated Facebook lets anybody in, so it runs on loopback only: unset HOST (it is "${host}"), ` +
        'or set SANDBOX=off.',
    );
  return wish === 'on';
}

async function waitForPort(host: string, wanted: number, variable: string): Promise<void> {
  const until = Date.now() + PORT_FREE_WITHIN_MS;
  for (;;) {
    try {
      await listenOnce(host, wanted);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE')
        fail(`Cannot listen on ${host}:${wanted} (${code}): set ${variable} or HOST to something else.`);
      if (Date.now() > until)
        fail(`Port ${wanted} is in use: end what listens there, or set ${variable} to another port.`);
      await sleep(200);
    }
  }
}

/** @throws NodeJS.ErrnoException EADDRINUSE when somebody listens there, or what else keeps us from it */
async function listenOnce(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
