import type { Knex } from 'knex';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { Channel } from './outbox.repository.ts';

export interface Choice {
  readonly kind: string;
  readonly channel: Channel;
  readonly enabled: boolean;
}

/** Which kinds of facts a person wants to hear of, and how. What they never chose is on. */
export function choicesRepository(db: Knex) {
  const mine = (owner: Owner) => ownedBy<Choice>(db, 'notification_choices', owner);
  return {
    async read(owner: Owner): Promise<Choice[]> {
      return mine(owner).orderBy(['kind', 'channel']).select('kind', 'channel', 'enabled');
    },

    /** What is left out stays as it is. */
    async set(owner: Owner, choices: readonly Choice[]): Promise<void> {
      if (choices.length === 0) return;
      await db('notification_choices')
        .insert(choices.map(({ kind, channel, enabled }) => ({ ...ownedColumns(owner), kind, channel, enabled })))
        .onConflict(['user_id', 'environment', 'kind', 'channel'])
        .merge(['enabled']);
    },

    async wants(owner: Owner, kind: string, channel: Channel): Promise<boolean> {
      return (await mine(owner).where({ kind, channel }).first('enabled'))?.enabled ?? true;
    },
  };
}
