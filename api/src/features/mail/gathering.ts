import type { Knex } from 'knex';
import { outboxRepository, type Fact } from '../outbox/outbox.repository.ts';
import { mailSettingsRepository } from './mail-settings.repository.ts';
import { mailsRepository } from './mails.repository.ts';

const FACTS_AT_ONCE = 500;

interface Deps {
  readonly db: Knex;
  readonly adminIds: readonly string[];
  isStopping(): boolean;
}

/** Has facts become mails of their people, one for each of them. */
export function gathering({ db, adminIds, isStopping }: Deps) {
  async function write(trx: Knex, facts: readonly Fact[]): Promise<void> {
    // In one order in all processes: none waits for another in a circle.
    const byPerson = [...Map.groupBy(facts, ({ owner }) => owner.userId)].toSorted(([one], [other]) => one - other);
    for (const [, theirs] of byPerson) {
      const owner = theirs[0]?.owner;
      if (owner === undefined) continue;
      const recipient = await mailSettingsRepository(trx, adminIds).find(owner);
      const isReached = recipient !== null && recipient.isOn && recipient.address !== null && recipient.bounce === null;
      if (isReached) await mailsRepository(trx).gather(owner, theirs);
    }
  }

  /** @param isSetUp without a mail server nothing waits for one: all of it is in the app */
  return async (isSetUp: boolean): Promise<void> => {
    if (!(await outboxRepository(db).hasSome('mail'))) return;
    for (let taken = FACTS_AT_ONCE; taken === FACTS_AT_ONCE && !isStopping();) {
      taken = await db.transaction(async (trx) => {
        const facts = await outboxRepository(trx).take('mail', FACTS_AT_ONCE);
        if (isSetUp) await write(trx, facts);
        return facts.length;
      });
    }
  };
}
