import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { notifyOfLostPosts } from '../notifications/notify-of-loss.repository.ts';
import { lossOf } from '../publishing/loop-clock.repository.ts';
import type { LostPost } from '../publishing/lost-posts.repository.ts';

/** Tells the owner of each. @param history the one that began with the loss */
export async function tellOwners(
  { loopDb, log }: { readonly loopDb: Knex; readonly log: Logger },
  lost: readonly LostPost[],
  history: string,
): Promise<void> {
  const gap = await lossOf(loopDb, history);
  for (const [key, own] of Map.groupBy(lost, ({ userId, environment }) => `${userId}:${environment}`)) {
    const [{ userId, environment } = lost[0]!] = own;
    const count = (how: LostPost['how']) => own.filter((post) => post.how === how).length;
    await notifyOfLostPosts(loopDb, { userId, environment }, history, {
      code: 'work_lost',
      action: null,
      params: {
        since: gap.since.toISOString(),
        until: gap.until.toISOString(),
        stopped: count('stopped'),
        unstopped: count('unstopped'),
        older: count('older'),
        gone: count('gone'),
        isForAll: false,
      },
    });
    log.info({ person: key, posts: own.length }, 'publish.owner-told-of-lost-work');
  }
}
