import { setTimeout as sleep } from 'node:timers/promises';
import { logInOwner } from './owner.ts';
import type { Kind } from './plan.ts';
import { startPostgresProxy } from './postgres-proxy.ts';
import { putOnSchedule } from './load-burst.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

const POLL_EVERY_MS = 150;
const ENDS_WITHIN_MS = 240_000;

/** How a post stands with us, and how often the world sees it. */
export interface Standing {
  readonly status: string;
  readonly problem: string | null;
  readonly out: number;
}

/**
 * One API process that can be killed at an exact point of a post's way, and what became of the post. It publishes
 * itself: whoever does that dies, and nothing that it had lives on beside it.
 * @param swaps none where nothing waits for a time to pass: then no machine is so busy that a lease ends meanwhile
 */
export async function startCrashSite(mode: WorldOptions['mode'], swaps: WorldOptions['swaps'] = ['short-timing']) {
  const world = await startWorld({ mode, swaps });
  const proxy = await startPostgresProxy(world.databaseUrl);
  const api = await world.addApi('victim', { databaseUrl: proxy.url, env: { LOOP: 'within' } });
  api.start();
  await api.untilReady();
  const owner = await logInOwner(world, [api]);
  let count = 0;

  const standingOf = (postId: number) =>
    standing(
      world,
      owner.pages.slice(0, count).map(({ pageId }) => pageId),
      postId,
    );

  return {
    world,
    api,
    owner,
    standingOf,
    hold: proxy.hold,
    swallow: proxy.swallow,
    giveBack: proxy.giveBack,

    /** A post on a page of its own, due `inMs` from now. */
    async plan(kind: Kind = 'text', inMs = 0): Promise<number> {
      const [n, text] = [count, `Point ${count}: ${kind}`];
      count += 1;
      await putOnSchedule(
        world,
        owner,
        [{ n, kind, page: n, marker: `Point ${n}`, text, dueInMs: inMs, action: null }],
        Date.now(),
      );
      return (await world.table.one<{ id: number }>('select id::int from posts where content = $1', [text])).id;
    },

    hang: hanging(world),

    /** Kills the process, lets the world go on as it was, and starts the process anew. */
    async crash(): Promise<void> {
      await api.kill();
      await world.control('DELETE', 'faults');
      proxy.disarm();
      api.start();
    },

    /** How the post stands once it is no longer on its way. */
    async ended(postId: number): Promise<Standing> {
      const until = Date.now() + ENDS_WITHIN_MS;
      while (Date.now() < until) {
        const { status } = await world.table.one<{ status: string }>('select status from posts where id = $1', [
          postId,
        ]);
        if (status !== 'scheduled' && status !== 'publishing') break;
        await sleep(POLL_EVERY_MS);
      }
      return standingOf(postId);
    },

    async close(): Promise<void> {
      await proxy.close();
      await world.close();
    },
  };
}
export type CrashSite = Awaited<ReturnType<typeof startCrashSite>>;

/** @param pageIds Facebook's, of the pages that it may be out on */
async function standing(world: World, pageIds: readonly string[], postId: number): Promise<Standing> {
  const { content, status, problem, page } = await world.table.one<{
    content: string;
    page: string | null;
    status: string;
    problem: { code: string } | null;
  }>(
    `select p.content, p.status, p.problem, g.page_id as page from posts p left join facebook_pages g
      on g.id = p.facebook_page_id where p.id = $1`,
    [postId],
  );
  const pages = await Promise.all(
    pageIds.map((pageId) =>
      world.control<{ message: string; is_published: boolean }[]>('GET', `pages/${pageId}/posts`),
    ),
  );
  // A story has no text, and its page is its own here.
  const stories = page === null ? [] : await world.control<unknown[]>('GET', `pages/${page}/stories`);
  return {
    status,
    problem: problem?.code ?? null,
    out: stories.length + pages.flat().filter((post) => post.is_published && post.message === content).length,
  };
}

/** How a call of a service is made to hang. */
function hanging(world: World) {
  const isHit = async (id: string) =>
    (await world.control<{ id: string; hits: number }[]>('GET', 'faults')).some(
      (fault) => fault.id === id && fault.hits > 0,
    );

  /**
   * The next call like this hangs, before the service has done anything or after it has.
   * @returns what resolves when that is so
   */
  return async (path: string, when: 'before' | 'after', more: object = {}): Promise<() => Promise<void>> => {
    const { id } = await world.control<{ id: string }>('POST', 'faults', {
      match: { method: 'POST', path },
      when,
      action: 'hang',
      times: 1,
      ...more,
    });
    return async () => {
      while (!(await isHit(id))) await sleep(POLL_EVERY_MS);
    };
  };
}
