import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../build.ts';
import { ROOT } from '../paths.ts';
import { freePort } from '../ports.ts';
import type { Say } from './image.ts';
import { visitor } from './visitor.ts';

/** Nobody's, on Debian and its likes. */
const NOBODY = 65_534;

/**
 * Runs this checkout, mounted read-only, as a user that owns nothing: by the systemd unit's command over a database,
 * and by `npm start`.
 */
export async function tryCheckout(databaseUrl: string, say: Say): Promise<void> {
  await ensureBuilt();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-checkout-'));
  fs.chmodSync(folder, 0o755);
  const command = /^ExecStart=\S+ (.*)$/m.exec(
    fs.readFileSync(path.join(ROOT, 'api/deploy/pagecast.service'), 'utf8'),
  )?.[1];
  const runs = {
    'npm start': 'node scripts/boot.mjs start',
    'the unit': `exec node_modules/.bin/node ${command}`,
  };
  const running: Run[] = [];
  try {
    const [port, sandboxPort] = [await freePort(), await freePort()];
    const sandboxUrl = `http://localhost:${sandboxPort}`;
    const start = tryRun(runs['npm start'], { folder, port, env: { SANDBOX_PORT: String(sandboxPort) } });
    running.push(start);
    const person = await visitor(`http://localhost:${port}`, sandboxUrl, start.hasEnded);
    say('npm start runs as nobody from a read-only checkout', (await person.post(0, 'From npm start')) === 201);

    const other = await freePort();
    const unit = tryRun(runs['the unit'], {
      folder: path.join(folder, 'unit'),
      port: other,
      env: { DATABASE_URL: databaseUrl, SANDBOX_URL: sandboxUrl, WEB_ROOT: ROOT, TRUST_PROXY: '1' },
    });
    running.push(unit);
    const another = await visitor(`http://localhost:${other}`, sandboxUrl, unit.hasEnded);
    say("so does the unit's command over a database", (await another.post(1, 'From the unit')) === 201);
  } finally {
    for (const run of running.toReversed()) await run.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

interface Run {
  hasEnded(): boolean;
  stop(): Promise<void>;
}

interface RunOptions {
  readonly folder: string;
  readonly port: number;
  readonly env: Record<string, string>;
}

/** In a mount namespace of its own: nobody else sees the checkout change. */
function tryRun(command: string, { folder, port, env }: RunOptions): Run {
  const home = path.join(folder, 'home');
  fs.mkdirSync(home, { recursive: true });
  for (const made of [folder, home]) fs.chownSync(made, NOBODY, NOBODY);
  const child = spawn(
    'unshare',
    [
      '--mount',
      'sh',
      '-c',
      `mount --bind ${ROOT} ${ROOT} && mount -o remount,ro,bind ${ROOT} && cd ${ROOT} && ` +
        `exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups sh -c '${command}'`,
    ],
    {
      detached: true,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        DATA_DIR: path.join(folder, 'data'),
        NODE_COMPILE_CACHE: path.join(home, 'compiled'),
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${port}`,
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  child.stderr?.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    hasEnded,
    async stop() {
      if (hasEnded()) return;
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await once(child, 'exit');
    },
  };
}
