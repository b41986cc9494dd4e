import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startCrashSite, type CrashSite } from './crash-site.ts';

const OUT_ONCE = { status: 'published', problem: null, out: 1 };

/** A failed post whose mail the server has taken, without the process knowing it. */
async function mailUnderWay({ world, hang, plan }: CrashSite) {
  await world.table.one("update users set email = 'kopi@example.com' where name is not null returning id", []);
  await world.control('DELETE', 'mails');
  const isTaken = await hang('', 'after', { match: { service: 'smtp', path: 'DATA' } });
  const post = await plan('text', 3_600_000);
  const since = Date.now();
  await world.table.one(
    `update posts set status = 'failed', problem = '{"code": "rejected", "action": null, "params": {}}'
      where id = $1 returning id`,
    [post],
  );
  await isTaken();
  const mails = () => world.control<{ headers: Record<string, string> }[]>('GET', 'mails');
  return {
    again: async () => {
      while ((await mails()).length < 2 && Date.now() < since + 90_000) await sleep(500);
      const ids = (await mails()).map(({ headers }) => headers['message-id']);
      return { ids: new Set(ids).size, mails: ids.length, isWithinMinute: Date.now() < since + 60_000 };
    },
  };
}

test('a process killed around the one call of direct mode leaves posts to go out once, and its mail', async () => {
  const site = await startCrashSite('direct');
  try {
    const mail = await mailUnderWay(site);
    const hangs = [await site.hang('/feed$', 'before'), await site.hang('/feed$', 'after')];
    const posts = [await site.plan(), await site.plan()];
    await Promise.all(hangs.map((hang) => hang()));
    await site.crash();
    expect(await mail.again()).toEqual({ ids: 1, mails: 2, isWithinMinute: true });
    expect(await Promise.all(posts.map((post) => site.ended(post)))).toEqual([OUT_ONCE, OUT_ONCE]);
  } finally {
    await site.close();
  }
});
