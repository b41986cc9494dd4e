import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startCrashSite } from './crash-site.ts';

const OUT_ONCE = { status: 'published', problem: null, out: 1 };

test.concurrent('a post at which three processes died is set aside, and the next one goes out', async () => {
  const site = await startCrashSite('two-step', []);
  try {
    const poison = await site.plan('photo', 3_600_000);
    const due = "update posts set scheduled_at = now() where status = 'scheduled'";
    for (let deaths = 0; deaths < 3; deaths += 1) {
      const hung = await site.hang('/photos$', 'before');
      await site.world.table.rows(due);
      await hung();
      await site.crash();
    }
    expect(await site.ended(poison)).toEqual({ status: 'failed', problem: 'set_aside', out: 0 });
    expect(await site.ended(await site.plan('photo'))).toEqual(OUT_ONCE);
  } finally {
    await site.close();
  }
});

test.concurrent('a file that cannot be read fails its post, and ends no process', async () => {
  const site = await startCrashSite('two-step', []);
  try {
    const waiting = await site.plan('photo', 3_600_000);
    const { sha256 } = await site.world.table.one<{ sha256: string }>(
      'select sha256 from media_files where post_id = $1',
      [waiting],
    );
    const file = path.join(site.world.folder, 'media', sha256.slice(0, 2), sha256);
    rmSync(file);
    mkdirSync(file);
    await site.world.table.rows('update posts set scheduled_at = now() where id = $1', [waiting]);
    expect(await site.ended(waiting)).toEqual({ status: 'failed', problem: 'refused', out: 0 });
    expect(await site.ended(await site.plan('text'))).toEqual(OUT_ONCE);
    expect(site.api.ownDeaths()).toEqual([]);
  } finally {
    await site.close();
  }
});
