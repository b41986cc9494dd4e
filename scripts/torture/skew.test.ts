import { expect, test } from 'vitest';
import { untilAllEnded } from './finish.ts';
import { logInOwner } from './owner.ts';
import { planPosts } from './plan.ts';
import { putOnSchedule } from './load-burst.ts';
import { judge } from './oracle.ts';
import { startWorld } from './world.ts';

const SKEW_MS = 2 * 3_600_000;
/** On however busy a machine; who goes by a wrong clock is late by hours. */
const PUNCTUAL_MS = 900_000;

test.each(['two-step', 'direct'] as const)(
  'clocks that are hours wrong, and are set in the middle of it, bring no post out twice, early or late: %s',
  async (mode) => {
    const world = await startWorld({ mode, swaps: ['short-timing'] });
    try {
      const apis = [
        await world.addApi('ahead', { skewMs: SKEW_MS }),
        await world.addApi('behind', { skewMs: -SKEW_MS }),
      ];
      for (const api of apis) api.start();
      await Promise.all(apis.map((api) => api.untilReady()));
      const owner = await logInOwner(world, apis);
      const posts = planPosts({ seed: 7, posts: 40, pages: 20, spreadMs: 5000, kinds: ['text', 'photo'] }).map(
        (post) => ({ ...post, action: null, dueInMs: post.dueInMs ?? 0 }),
      );
      // Answers that are lost make somebody look, and decide by the time that has passed.
      await world.control('POST', 'faults', {
        match: { service: 'graph', method: 'POST' },
        when: 'after',
        action: 'reset',
        probability: 0.2,
        seed: 'skew',
        times: 12,
      });
      await putOnSchedule(world, owner, posts, Date.now() + 1500);
      const soon = new Date(Date.now() + 60_000).toISOString();
      expect(
        (
          await owner.call('POST', '/api/posts', {
            content: 'In a minute',
            status: 'scheduled',
            scheduledAt: soon,
            facebookPageId: owner.pages[0]?.id,
          })
        ).status,
        'a minute from now is in the future, whatever our clock says',
      ).toBe(201);
      await world.table.rows("delete from posts where content = 'In a minute'");
      expect(await untilAllEnded(world, owner, 240_000)).toEqual({ rescheduled: 0, isOver: true });
      await Promise.all(apis.map((api) => api.stop()));

      const verdict = await judge(world, owner, posts, new Map());
      expect(verdict.violations).toEqual([]);
      expect(verdict.ends).toEqual({ published: posts.length });
      const { early, late } = await world.table.one<{ early: number; late: number }>(`
      select count(*) filter (where a.first_sent_at < p.scheduled_at)::int as early,
        count(*) filter (where a.first_sent_at > p.scheduled_at + interval '${PUNCTUAL_MS} milliseconds')::int as late
      from posts p join publish_attempts a on a.post_id = p.id where a.state = 'published'`);
      expect({ early, late }).toEqual({ early: 0, late: 0 });
    } finally {
      await world.close();
    }
  },
);
