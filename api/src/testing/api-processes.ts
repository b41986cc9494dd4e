import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { ensurePrograms } from '../../../scripts/build/programs.ts';
import { quietPort } from '../../../scripts/ports.ts';
import { nameOf } from '../../../scripts/program-file.ts';
import { emptyDatabase } from './test-database.ts';

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<{ code: number | null; signal: string | null }>;
}

interface Options {
  readonly withChannel?: boolean;
  readonly file?: string;
}

/** Far longer than it takes, so that a busy machine fails none. */
const READY_WITHIN_MS = 240_000;

async function ready(port: number): Promise<number> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );
}

/** The API as processes of its own over an empty database; those of a test end with it, as a crash would end them. */
export function setUpProcesses() {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  /** The program in one file, which starts in half the time. */
  let program: string;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-main-'));
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    const [made, programs] = await Promise.all([emptyDatabase(), ensurePrograms()]);
    database = made;
    program = path.join(programs, nameOf('api/src/main.ts'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
  afterAll(async () => {
    await database.close();
    fs.rmSync(folder, { recursive: true });
  });

  /** Each database has files of its own. */
  const folderOf = (databaseUrl: string) => path.join(folder, path.basename(new URL(databaseUrl).pathname));
  const settings = (databaseUrl = database.url): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATA_DIR: folderOf(databaseUrl),
    WEB_ROOT: folder,
    DATABASE_URL: databaseUrl,
    // Half the price of a start; what is about the process of the loop says so.
    LOOP: 'within',
  });

  function run(env: NodeJS.ProcessEnv, { withChannel = false, file = program }: Options = {}): Run {
    const child = spawn(process.execPath, [file], {
      stdio: ['ignore', 'pipe', 'pipe', ...(withChannel ? ['ipc' as const] : [])],
      env: { ...settings(env['DATABASE_URL'] || undefined), DRAIN_SECONDS: '0', LOG_LEVEL: 'info', ...env },
    });
    children.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    return {
      child,
      output: () => text,
      exit: once(child, 'exit').then(([code, signal]) => ({
        code: code as number | null,
        signal: signal as string | null,
      })),
    };
  }

  async function started({ env = {}, ...options }: Options & { env?: NodeJS.ProcessEnv } = {}) {
    const port = await quietPort();
    const process = run({ PORT: String(port), ...env }, options);
    const until = Date.now() + READY_WITHIN_MS;
    while ((await ready(port)) !== 200) {
      if (process.child.exitCode !== null || Date.now() > until)
        throw new Error(`The process did not come up:\n${process.output()}`);
      await sleep(100);
    }
    return { port, ...process };
  }

  return {
    children,
    folder,
    folderOf,
    quietPort,
    ready,
    run,
    settings,
    started,
    program: () => program,
    url: () => database.url,
  };
}
