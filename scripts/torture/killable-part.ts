import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';

const RESPAWN_AFTER_MS = 50;
/** What a person reads of a log. */
const TAIL_BYTES = 3000;

interface Options {
  readonly name: string;
  /** Where it runs. */
  readonly root?: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly log: string;
  /** By how much its clock is wrong, first ahead and then behind. */
  readonly skewMs?: number;
  /** A command that runs it, such as one that puts it on another host. */
  readonly through?: readonly string[];
}

/** A program in a process of its own that is there to be killed. */
export function killablePart(options: Options) {
  const { name, log } = options;
  let child: ChildProcess | null = null;
  let isWanted = false;
  let given: Readonly<Record<string, string>> = {};
  const ownDeaths: string[] = [];

  const lastLines = () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8').slice(-TAIL_BYTES) : '');

  /** What its log says of a request; where nothing, its end. */
  function linesOf(requestId: string | null): string {
    if (requestId === null || !fs.existsSync(log)) return lastLines();
    const lines = fs.readFileSync(log, 'utf8').split('\n');
    return lines.filter((line) => line.includes(requestId)).join('\n') || lastLines();
  }

  function launch(): void {
    const mine = forkPart(options, given);
    child = mine;
    mine.once('exit', (_code, signal) => {
      if (!isWanted || child !== mine) return;
      if (signal !== 'SIGKILL') ownDeaths.push(lastLines().trimEnd().split('\n').at(-1) ?? '');
      setTimeout(() => {
        if (isWanted && child === mine) launch();
      }, RESPAWN_AFTER_MS);
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    isWanted = false;
    if (!isRunning(child)) return;
    const ended = once(child, 'exit');
    if (signal === 'SIGTERM') child.kill(signal);
    else process.kill(-child.pid, signal);
    await ended;
  }

  return {
    name,
    /** Runs it, and runs it again whenever it dies, until `kill` or `stop`. */
    start(): void {
      isWanted = true;
      launch();
    },
    /** Variables more that it has from its next start on, in the place of those that were given before. */
    give(more: Readonly<Record<string, string>>): void {
      given = more;
    },
    /** To it and to what it has started. */
    signal: (signal: NodeJS.Signals) => isRunning(child) && process.kill(-child.pid, signal),
    /** To it alone, or to what it has started alone. */
    signalOne(which: 'itself' | 'its loop', signal: NodeJS.Signals): boolean {
      if (!isRunning(child)) return false;
      const pids = which === 'itself' ? [child.pid] : startedBy(child.pid);
      return pids.map((pid) => process.kill(pid, signal)).length > 0;
    },
    /** As a crash would; it stays down. */
    kill: () => end('SIGKILL'),
    /** As an operator would. */
    stop: () => end('SIGTERM'),
    /** What it said last each time that it ended without having been killed. */
    ownDeaths: (): readonly string[] => ownDeaths,
    lastLines,
    linesOf,
  };
}
export type KillablePart = ReturnType<typeof killablePart>;

/** A run of it. `more` are variables beside its own. */
function forkPart(
  { root = ROOT, file, env, log, skewMs = 0, through = [] }: Options,
  more: Readonly<Record<string, string>>,
): ChildProcess {
  const output = fs.openSync(log, 'a');
  const child = fork(file, {
    cwd: root,
    // A group of its own: what it starts dies with it, as on a machine that is switched off.
    detached: true,
    env: { ...process.env, ...env, ...more, TORTURE_SKEW_MS: String(skewMs), NODE_NO_WARNINGS: '1', VITEST: undefined },
    ...runBy([
      ...through,
      process.execPath,
      ...(skewMs === 0 ? [] : ['--import', path.join(import.meta.dirname, 'weak/skewed-clock.ts')]),
    ]),
    // The channel tells the process when the run is gone, however it went.
    stdio: ['ignore', output, output, 'ipc'],
  });
  fs.closeSync(output);
  return child;
}

function isRunning(one: ChildProcess | null): one is ChildProcess & { pid: number } {
  return one?.pid !== undefined && one.exitCode === null && one.signalCode === null;
}

function startedBy(pid: number): number[] {
  return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function runBy([execPath, ...execArgv]: readonly string[]) {
  return { ...(execPath !== undefined && { execPath }), execArgv };
}
