import { expect, test } from 'vitest';
import { startCrashSite } from './crash-site.ts';

const OUT_ONCE = { status: 'published', problem: null, out: 1 };

test('a process killed around the one call of direct mode leaves its posts to go out exactly once', async () => {
  const site = await startCrashSite('direct');
  try {
    const hangs = [await site.hang('/feed$', 'before'), await site.hang('/feed$', 'after')];
    const posts = [await site.plan(), await site.plan()];
    await Promise.all(hangs.map((hang) => hang()));
    await site.crash();
    expect(await Promise.all(posts.map((post) => site.ended(post)))).toEqual([OUT_ONCE, OUT_ONCE]);
  } finally {
    await site.close();
  }
});
