import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../paths.ts';
import { startCrashSite, type CrashSite } from './crash-site.ts';
import type { Kind } from './plan.ts';

const OUT_ONCE = { status: 'published', problem: null, out: 1 };
const HELD = { status: 'scheduled', problem: null, out: 1 };
const TOMORROW_MS = 24 * 3600_000;
const SENT: readonly Kind[] = ['text', 'photo', 'reel'];

test('a machine is lost; its backup sends nothing until it is released, and then each post is out once', async () => {
  const site = await startCrashSite('two-step');
  const { world, api } = site;
  const run = commandsOf(site);
  try {
    await api.stop();
    const sent: number[] = [];
    for (const kind of SENT) sent.push(await site.plan(kind));
    const [lost, waiting] = [await site.plan('photo', TOMORROW_MS), await site.plan('text', TOMORROW_MS)];
    await run.killedBackup();
    expect(await run('backup')).toMatch(/ rows, [1-9] files /);
    api.start();
    for (const id of sent) expect(await site.ended(id)).toEqual(OUT_ONCE);
    await api.stop();

    fs.rmSync(path.join(world.folder, 'media'), { recursive: true });
    fs.rmSync(path.join(world.folder, 'secret.key'), { force: true });
    await expect(run('restore')).rejects.toThrow(/--replace/);
    expect(await run('restore', '--replace', 'pagecast')).toMatch(/sends nothing yet/);
    // Its time has come while nobody was there.
    await world.table.rows('update posts set scheduled_at = now() where id = $1', [lost]);
    api.start();
    await api.untilReady();
    let report = '';
    while (!report.includes(' 0 have not been yet')) {
      await sleep(500);
      report = await run('restore', 'report');
    }
    expect(report).toContain('These 4 posts may have gone out meanwhile; checked: 4.');
    expect(report).toContain('3 were found');
    for (const id of sent) expect(await site.standingOf(id)).toEqual(HELD);
    expect(await site.standingOf(lost)).toEqual({ ...HELD, out: 0 });

    expect(await run('restore', 'release')).toMatch(/^Released/);
    for (const id of [...sent, lost]) expect(await site.ended(id)).toEqual(OUT_ONCE);
    expect(await site.standingOf(waiting)).toEqual({ ...HELD, out: 0 });
  } finally {
    await site.close();
  }
});

/** The commands of an operator, for the product of this site. */
function commandsOf({ world }: CrashSite) {
  const backups = path.join(world.folder, 'backups');
  const env = {
    ...process.env,
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.folder,
    BACKUP_PASSPHRASE: 'a passphrase of an operator',
  };
  const file = (name: string) => path.join(ROOT, 'scripts', `${name}.ts`);
  const run = async (name: string, ...words: string[]) =>
    (await promisify(execFile)(process.execPath, [file(name), ...words], { env, cwd: ROOT })).stdout;

  /** One that ends as soon as it has begun to copy. */
  async function killedBackup(): Promise<void> {
    const backup = spawn(process.execPath, [file('backup')], { env, cwd: ROOT, stdio: 'ignore' });
    const ended = once(backup, 'exit');
    while (!fs.existsSync(backups) || !fs.readdirSync(backups, { recursive: true }).some(isPart)) await sleep(2);
    backup.kill('SIGKILL');
    await ended;
  }

  return Object.assign(run, { killedBackup });
}

const isPart = (name: string | Buffer) => String(name).includes('.copy');
