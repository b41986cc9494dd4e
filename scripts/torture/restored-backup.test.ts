import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startCrashSite, type CrashSite } from './crash-site.ts';

const OUT_ONCE = { status: 'published', problem: null, out: 1 };
const TOMORROW_MS = 24 * 3600_000;

test('what went out after a backup does not go out again when the backup is put back', async () => {
  const site = await startCrashSite('two-step');
  try {
    await site.api.stop();
    const [recent, old, waiting] = [await site.plan(), await site.plan(), await site.plan('text', TOMORROW_MS)];
    await runOn(site, 'create database backup template pagecast');
    site.api.start();
    expect(await Promise.all([site.ended(recent), site.ended(old)])).toEqual([OUT_ONCE, OUT_ONCE]);
    await site.api.stop();

    await runOn(site, 'drop database pagecast');
    await runOn(site, 'alter database backup rename to pagecast');
    // A day has gone by for one of them, and its time has come for the one that was not due yet.
    const { table } = site.world;
    await table.rows("update loop_heartbeat set ticked_at = ticked_at - interval '1 minute'");
    await table.rows("update posts set scheduled_at = now() - interval '1 day' where id = $1", [old]);
    await table.rows('update posts set scheduled_at = now() where id = $1', [waiting]);
    expect(await table.rows<{ status: string }>('select distinct status from posts')).toEqual([
      { status: 'scheduled' },
    ]);
    site.api.start();
    await site.api.untilReady();

    expect(await site.ended(recent)).toEqual(OUT_ONCE);
    expect(await site.ended(waiting)).toEqual(OUT_ONCE);
    expect(await site.ended(old)).toEqual({ status: 'missed', problem: 'missed', out: 1 });
    // Its owner asks for it, not knowing that it is out.
    expect((await site.owner.callTwice('POST', `/api/posts/${old}/publish`, {})).map(({ status }) => status)).toEqual([
      200, 200,
    ]);
    expect(await site.ended(old)).toEqual(OUT_ONCE);
  } finally {
    await site.close();
  }
});

/** On the server, with nobody connected to the database. */
async function runOn({ world }: CrashSite, sql: string): Promise<void> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(world.databaseUrl), { pathname: '/postgres' }).href,
  });
  await client.connect();
  try {
    for (let tries = 0; ; tries += 1) {
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'pagecast'");
      try {
        await client.query(sql);
        return;
      } catch (error) {
        if (tries >= 20) throw error;
        await sleep(100);
      }
    }
  } finally {
    await client.end();
  }
}
