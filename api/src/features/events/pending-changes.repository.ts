import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';

export const CHANGES_CHANNEL = 'changes';

const NOTIFY = `
  with taken as (delete from pending_changes returning user_id, environment, families)
  select pg_notify('${CHANGES_CHANNEL}', user_id || ':' || environment || ':' || families)
  from (select distinct user_id, environment, families from taken) t`;

/** Notifies of every change that is pending, once. */
export async function notifyOfPending(db: Knex): Promise<void> {
  await prepared(db, 'notify_changes', NOTIFY, []);
}
