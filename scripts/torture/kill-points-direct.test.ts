import { expect, test } from 'vitest';
import { startCrashSite, type CrashSite } from './crash-site.ts';

const OUT_ONCE = { status: 'published', problem: null, out: 1 };

/** A failed post whose mail the server has taken, without the process knowing it. */
async function mailUnderWay({ world, hang, plan }: CrashSite) {
  await world.table.one("update users set email = 'kopi@example.com' where name is not null returning id", []);
  await world.control('DELETE', 'mails');
  const isTaken = await hang('', 'after', { match: { service: 'smtp', path: 'DATA' } });
  const post = await plan('text', 3_600_000);
  await world.table.one(
    `update posts set status = 'failed', problem = '{"code": "rejected", "action": null, "params": {}}'
      where id = $1 returning id`,
    [post],
  );
  await isTaken();
  // The claim of a process that is gone ends by itself: how soon is said in it, however long a machine then takes.
  const { is_soon: isSoonFree } = await world.table.one<{ is_soon: boolean }>(
    "select lease_expires_at < now() + interval '1 minute' as is_soon from mails where state = 'sending'",
    [],
  );
  const mails = () => world.control<{ headers: Record<string, string> }[]>('GET', 'mails');
  return {
    isSoonFree,
    again: async () => {
      await expect.poll(async () => (await mails()).length).toBe(2);
      return new Set((await mails()).map(({ headers }) => headers['message-id'])).size;
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
    expect([mail.isSoonFree, await mail.again()]).toEqual([true, 1]);
    expect(await Promise.all(posts.map((post) => site.ended(post)))).toEqual([OUT_ONCE, OUT_ONCE]);
  } finally {
    await site.close();
  }
});
