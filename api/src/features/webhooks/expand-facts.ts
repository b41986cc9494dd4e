import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { WEBHOOK_EVENTS } from '../../contract/webhook-events.ts';
import { databaseTime } from '../../db/clock.ts';
import { outboxRepository } from '../outbox/outbox.repository.ts';
import { toldOf } from '../outbox/told-of.ts';
import { composeEvent } from './compose-event.ts';
import { deliveriesRepository } from './deliveries.repository.ts';

const AT_ONCE = 100;

interface Deps {
  readonly db: Knex;
  readonly adminIds: readonly string[];
  readonly publicUrl: string;
  readonly log: Logger;
}

/**
 * Makes events for webhooks of what the outbox has for them: whatever was taken is written down for each webhook that
 * listens, in one transaction, under the next number of each.
 * @returns whether there may be more
 */
export async function expandFacts({ db, adminIds, publicUrl, log }: Deps): Promise<boolean> {
  if (!(await outboxRepository(db).hasSome('webhook'))) return false;
  return db.transaction(async (trx) => {
    const facts = await outboxRepository(trx).take('webhook', AT_ONCE);
    if (facts.length === 0) return false;
    const deliveries = deliveriesRepository(trx);
    const listening = await deliveries.listening(facts.map(({ owner }) => owner.userId));
    const now = await databaseTime(trx);
    for (const fact of facts) {
      if (!listening.has(fact.owner.userId)) continue;
      const event = toldOf(fact, (known) => composeEvent(known, publicUrl, now), log);
      if (event === null) continue;
      await deliveries.addForListeners(fact.owner, event, {
        adminIds,
        forAdmins: WEBHOOK_EVENTS[event.type].forAdmins,
      });
    }
    return facts.length === AT_ONCE;
  });
}
