import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { PostId } from '../../contract/ids.ts';
import { isDatabaseAway, isHeldUp } from '../../db/database-errors.ts';
import type { LostPost, LostPosts, ToldPost } from '../publishing/lost-posts.repository.ts';
import { stubbornly, type Timing } from './timing.ts';

interface Deps {
  readonly posts: LostPosts;
  readonly log: Logger;
  readonly timing: Timing;
}

/** Keeps posts from going out that stand otherwise than their owner left them. */
export function stopPosts({ posts, log, timing }: Deps) {
  /** @returns those that it could stop; whatever is wrong with one of them keeps no other from being stopped */
  async function stopEach(planned: readonly LostPost[]) {
    const freed = new Set<PostId>();
    const errors: unknown[] = [];
    for (const post of planned) {
      try {
        if (await posts.setAside(post)) freed.add(post.id);
      } catch (error) {
        log.error({ err: error, postId: post.id }, 'publish.lost-post-not-stopped');
        errors.push(error);
      }
    }
    return { freed, errors };
  }

  /**
   * Nothing that waits after a loss goes out before this is through.
   * @param since a reading of `performance.now()`: what changed later is newer than what is known
   * @returns as well those that somebody held for too long: they may go out as they were
   * @throws what `isDatabaseAway` knows where the database stays away; asked again, it counts what was stopped so far
   */
  return async function stop(known: readonly ToldPost[], since: number): Promise<LostPost[]> {
    const started = performance.now();
    const held = new Map<PostId, LostPost>();
    const sinceThere = await stubbornly(timing, () => posts.instantThere(since));
    for (let round = 1; ; round += 1) {
      const differing = await stubbornly(timing, () => posts.differing(known, sinceThere));
      const planned = differing.filter(({ how }) => how === 'planned');
      const { freed, errors } = await stopEach(planned);
      for (const post of planned) if (!freed.has(post.id)) held.set(post.id, post);
      const isLast = round >= timing.looks;
      const away = errors.find((error) => isDatabaseAway(error) && !isHeldUp(error));
      if (isLast && away !== undefined) throw away;
      const isOverTime = performance.now() - started > timing.lagMs;
      if (freed.size === planned.length || isLast || (errors.length === 0 && isOverTime))
        return outcomesOf(differing, freed, held);
      await sleep(timing.againAfterMs);
    }
  };
}

/** What somebody held may be out by now, and says no more that it differs. */
function outcomesOf(
  differing: readonly LostPost[],
  freed: ReadonlySet<PostId>,
  held: ReadonlyMap<PostId, LostPost>,
): LostPost[] {
  const seen = new Set(differing.map(({ id }) => id));
  const others = [...held.values()].filter(({ id }) => !seen.has(id));
  return [...differing, ...others].map((post) => {
    if (freed.has(post.id)) return { ...post, how: 'stopped' };
    const isLoose = post.how === 'planned' || (post.how === 'older' && held.has(post.id));
    return isLoose ? { ...post, how: 'unstopped' } : post;
  });
}
