import type { Knex } from 'knex';
import type { ProblemOf } from '../../problems/problem.ts';
import { notifyOfFeed } from '../notifications/notify-of-feed.repository.ts';
import { outboxRepository } from '../outbox/outbox.repository.ts';
import type { SourceFlaw } from '../sources/source-flaws.ts';
import { feedTurnsRepository } from './feed-turns.repository.ts';
import type { Feed } from './feeds.repository.ts';

/** By then it has not been read for more than a day: each time it is asked later. */
const FAILURES_UNTIL_TOLD = 6;

/** Whether its owner knows that it cannot be read. */
export const isTold = ({ failures }: Feed): boolean => failures >= FAILURES_UNTIL_TOLD;

/**
 * Notes that a feed could not be read. Whoever follows it is told once, in the bell and wherever else they are told
 * things, until it is read again.
 */
export async function feedFailed(db: Knex, feed: Feed, flaw: SourceFlaw): Promise<void> {
  const { id, facebookPageId, title, address, pageName } = feed;
  await db.transaction(async (trx) => {
    const failures = await feedTurnsRepository(trx).failed(id, flaw);
    if (failures !== FAILURES_UNTIL_TOLD) return;
    const params = { page: pageName, title, host: new URL(address).host };
    const problem: ProblemOf<'feed_unreadable'> = { code: 'feed_unreadable', action: null, params };
    await notifyOfFeed(trx, feed, id, problem);
    await outboxRepository(trx).add(feed, { kind: 'feed_unreadable', facebookPageId, params: { feedId: id, problem } });
  });
}
