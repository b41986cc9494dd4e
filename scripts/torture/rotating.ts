import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chanceFrom } from '../../api/sandbox/chance.ts';
import type { KeysStatus } from '../../api/src/features/secret-key/keys-status.ts';
import { masterKey, shownMaster } from '../../api/src/features/secret-key/master-keys.ts';
import type { Api, World } from './world.ts';

const PAUSE_MS = 1000;
/** Half of the commands are killed within this; it lies before, in and after what they change. */
const KILLED_WITHIN_MS = 3000;
const GIVE_UP_AFTER_MS = 10 * 60_000;
const PROGRAM = path.join(import.meta.dirname, '../keys.ts');

/** What became of the keys. */
export interface Rotated {
  /** Secret keys that came into use, were taken up by every process, and saw the one before them go. */
  readonly secretKeys: number;
  /** Times that a command which changes keys was killed. */
  readonly killed: number;
  /** Values that no key opens any more. */
  readonly unreadable: number;
}

type Secrets = Readonly<Record<'SECRET_KEY', string>> & Readonly<Partial<Record<'SECRET_KEY_PREVIOUS', string>>>;

/**
 * Changes the secret key again and again, one process after the other and by the commands of `api/docs/keys.md`. Both
 * processes and commands are killed meanwhile, and are started once more.
 */
export function startRotating(world: World, apis: readonly Api[], seed: number) {
  const run = keyCommands(world);
  const chance = chanceFrom(`keys ${seed}`);
  let [secretKeys, killed, isOver] = [0, 0, false];
  let current = fs.readFileSync(path.join(world.folder, 'secret.key'), 'utf8').trim();

  /** Until it was done. Whatever ends it, the same command is given again. */
  async function untilDone(args: readonly string[], secrets: Secrets, isDone: () => Promise<boolean>): Promise<void> {
    const until = Date.now() + GIVE_UP_AFTER_MS;
    for (;;) {
      const withinMs = chance() < 0.5 ? chance() * KILLED_WITHIN_MS : null;
      const { said, isKilled } = await run(args, secrets, withinMs);
      if (isKilled) killed += 1;
      if (await isDone().catch(() => false)) return;
      if (Date.now() > until) throw new Error(`npm run keys -- ${args.join(' ')} never comes to its end:\n${said}`);
      await sleep(PAUSE_MS);
    }
  }

  async function giveAll(secrets: Secrets): Promise<void> {
    for (const api of apis) {
      api.give(secrets);
      api.signal('SIGKILL');
      await api.untilReady();
    }
  }

  /** The four steps of the guide. */
  async function changeSecretKey(): Promise<void> {
    const [former, next] = [current, randomBytes(32).toString('base64')];
    const both = { SECRET_KEY: next, SECRET_KEY_PREVIOUS: former };
    const opens = async (key: string) =>
      (await run.status(both)).masters.find(({ mark }) => mark === shownMaster(masterKey(key).fingerprint))?.opens;
    await giveAll(both);
    await untilDone(['rotate', '--begin'], both, async () => (await opens(next)) === 'all');
    await giveAll({ SECRET_KEY: next });
    const mark = shownMaster(masterKey(former).fingerprint);
    await untilDone(['retire', mark], { SECRET_KEY: next }, async () => (await opens(former)) === undefined);
    current = next;
    secretKeys += 1;
  }

  const running = (async () => {
    while (!isOver) {
      await changeSecretKey();
      await sleep(PAUSE_MS);
    }
  })();
  // Told by `stop`.
  running.catch(() => {});

  return {
    /** Ends what is under way, and seals everything once more, which shows what does not open. */
    async stop(): Promise<Rotated> {
      isOver = true;
      await running;
      const { said, code } = await run(['rotate'], { SECRET_KEY: current }, null);
      if (code !== 0 || !said.includes('Done:')) throw new Error(`The last rotation did not end:\n${said}`);
      return { secretKeys, killed, unreadable: Number(/^(\d+) values open with no key/m.exec(said)?.[1] ?? 0) };
    },
  };
}

function keyCommands({ databaseUrl, folder }: World) {
  const run = (args: readonly string[], secrets: Secrets, killedWithinMs: number | null) =>
    new Promise<{ said: string; code: number | null; isKilled: boolean }>((resolve) => {
      const child = execFile(
        process.execPath,
        [PROGRAM, ...args],
        {
          env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder, NODE_NO_WARNINGS: '1', ...secrets },
          killSignal: 'SIGKILL',
          timeout: killedWithinMs === null ? 0 : Math.ceil(killedWithinMs),
        },
        (_error, stdout, stderr) => {
          resolve({ said: stdout + stderr, code: child.exitCode, isKilled: child.signalCode === 'SIGKILL' });
        },
      );
    });
  return Object.assign(run, {
    async status(secrets: Secrets): Promise<KeysStatus> {
      return JSON.parse((await run(['status', '--json'], secrets, null)).said) as KeysStatus;
    },
  });
}
