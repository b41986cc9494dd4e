import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import type { Logger } from 'pino';
import type { PostId } from '../contract/ids.ts';
import { loopHealth, type LoopHealth } from './loop-health.ts';
import { LOOP_ROLE, Told } from './messages.ts';
import { questions } from './questions.ts';

/** Whoever waits for an answer goes first: with both at work, three quarters of a core are theirs. */
const NICENESS = 5;
const LOOK_EVERY_MS = 5000;
/** A minute in which it did not say a word: its thread is stuck, or somebody has stopped it. */
const SILENT_LOOKS = 12;
/** What it has on its way is settled by then; one that is stuck is not waited for. */
const STOP_WITHIN_MS = 34_000;
const METRICS_WITHIN_MS = 2000;
/** Beyond what a question is given: the way there and back, on a busy machine. */
const SPARE_MS = 5000;

interface Deps {
  /** The program, which is started once more. */
  readonly program: string;
  readonly log: Logger;
  readonly lookEveryMs?: number;
}

/** The loop in a process of its own, as the process that serves people sees it. */
export interface LoopProcess extends Omit<LoopHealth, 'noteTick' | 'noteEnd'> {
  /** Starts so far. */
  starts(): number;
  /** What it counts, as `prom-client` has it; null where it does not answer. */
  metrics(): Promise<unknown>;
  /** Brings a post out there. @returns false where nobody could be asked: then it has to be done here */
  publishNow(postId: PostId, waitMs: number): Promise<boolean>;
  start(): void;
  /** Asks it to end, and waits for that. */
  stop(): Promise<void>;
}

/**
 * Runs the loop in a process of its own: again whenever it ends, later each time that it did not stay up, and never
 * beside one that still is.
 */
export function superviseLoop({ program, log, lookEveryMs = LOOK_EVERY_MS }: Deps): LoopProcess {
  let child: ChildProcess | null = null;
  let isWanted = false;
  let again: NodeJS.Timeout | undefined;
  let starts = 0;
  const silence = watchSilence({ childOf: () => child, log, lookEveryMs });
  const { noteTick, noteEnd, ...health } = loopHealth();
  const { ask, hear, forget } = questions(() => child);

  function launch(): void {
    const startedAt = performance.now();
    starts += 1;
    silence.isBroken();
    const mine = fork(program, [LOOP_ROLE], {
      env: { ...process.env, LOOP: 'only' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child = mine;
    if (mine.pid !== undefined) giveWay(mine.pid);
    mine.on('message', (message) => {
      if (child === mine) heard(message);
    });
    // It could not be started; no exit follows then.
    mine.on('error', (error) => ended(mine, startedAt, error.message));
    mine.once('exit', (code, signal) => ended(mine, startedAt, signal ?? `code ${code}`));
  }

  function heard(message: unknown): void {
    silence.isBroken();
    const { data } = Told.safeParse(message);
    if (data === undefined) return;
    if ('id' in data) return hear(data);
    if (data.sinceTick === null) return;
    if (health.state() !== 'up') log.info({ loopPid: child?.pid }, 'loop.up');
    noteTick(data.sinceTick);
  }

  function ended(mine: ChildProcess, startedAt: number, how: string): void {
    if (child !== mine) return;
    child = null;
    forget(new Error(`The process of the loop ended (${how})`));
    const { pauseMs, endsInARow } = noteEnd(how, performance.now() - startedAt);
    if (!isWanted) return;
    log.error({ how, endsInARow, startsAgainInMs: pauseMs, hint: health.whyDown() }, 'loop.ended');
    again = setTimeout(launch, pauseMs);
  }

  return {
    ...health,
    starts: () => starts,
    ...asking(ask, () => health.state() === 'up' && isWanted),

    start(): void {
      isWanted = true;
      launch();
      silence.watch();
    },

    async stop(): Promise<void> {
      isWanted = false;
      clearTimeout(again);
      silence.stop();
      if (child !== null) await endOf(child);
    },
  };
}

function asking(ask: ReturnType<typeof questions>['ask'], isThere: () => boolean) {
  return {
    metrics: () => ask({ kind: 'metrics' }, METRICS_WITHIN_MS).catch(() => null),

    async publishNow(postId: PostId, waitMs: number): Promise<boolean> {
      if (!isThere()) return false;
      return ask({ kind: 'publish-now', postId, waitMs }, waitMs + SPARE_MS).then(
        () => true,
        () => false,
      );
    },
  };
}

/** Ends one that says nothing for too long: it is replaced, and its posts are taken over as those of a dead one. */
function watchSilence({
  childOf,
  log,
  lookEveryMs,
}: Pick<Deps, 'log'> & { childOf(): ChildProcess | null; readonly lookEveryMs: number }) {
  let looking: NodeJS.Timeout | undefined;
  let silentLooks = 0;

  function look(): void {
    silentLooks += 1;
    const child = childOf();
    if (silentLooks < SILENT_LOOKS || child === null) return;
    log.error({ loopPid: child.pid }, 'loop.stuck');
    child.kill('SIGKILL');
  }

  return {
    watch(): void {
      looking = setInterval(look, lookEveryMs).unref();
    },
    isBroken(): void {
      silentLooks = 0;
    },
    stop: () => clearInterval(looking),
  };
}

async function endOf(child: ChildProcess): Promise<void> {
  const isOver = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await isOver;
  clearTimeout(late);
}

/** Some systems do not let us, and it works all the same. */
function giveWay(pid: number): void {
  try {
    os.setPriority(pid, NICENESS);
  } catch {}
}
