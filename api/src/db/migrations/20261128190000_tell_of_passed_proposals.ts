import type { Knex } from 'knex';

export const kind = 'expand';

const OWN_BEFORE = [
  'webhook_off',
  'page_person',
  'export_ready',
  'export_failed',
  'schedule_changed',
  'feed_unreadable',
];
const OWN = [...OWN_BEFORE, 'proposals_passed'];

/**
 * What nobody decided in time is told by whoever writes it down, and not once more by the trigger. Processes of the
 * release before write no such notification.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(toldByNotifications(OWN));
}

export async function down(db: Knex): Promise<void> {
  await db.raw(toldByNotifications(OWN_BEFORE));
}

const IS_OTHER = `(old.problem ->> 'code', old.problem #>> '{params,code}')
  is distinct from (new.problem ->> 'code', new.problem #>> '{params,code}')`;

function toldByNotifications(own: readonly string[]): string {
  const isOther = `coalesce(new.problem ->> 'code', '') not in (${own.map((code) => `'${code}'`).join(', ')})`;
  return `
  create or replace trigger notifications_tell_new after insert on notifications
    for each row when (new.kind in ('doubt', 'automation', 'page', 'system') and ${isOther})
    execute function tell_of_notification();
  create or replace trigger notifications_tell_again after update of problem on notifications
    for each row when (new.read_at is null and new.problem is not null and (new.kind = 'system'
      or new.kind in ('automation', 'page') and ${IS_OTHER}) and ${isOther})
    execute function tell_of_notification();`;
}
