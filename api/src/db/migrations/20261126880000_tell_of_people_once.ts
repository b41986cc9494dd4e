import type { Knex } from 'knex';

export const kind = 'expand';

/** Who comes to a page or leaves it is told by whoever writes it down, as of webhooks that are off: once. */
export async function up(db: Knex): Promise<void> {
  await db.raw(toldByNotifications("coalesce(new.problem ->> 'code', '') not in ('webhook_off', 'page_person')"));
}

export async function down(db: Knex): Promise<void> {
  await db.raw(toldByNotifications("new.problem ->> 'code' is distinct from 'webhook_off'"));
}

const IS_OTHER = `(old.problem ->> 'code', old.problem #>> '{params,code}')
  is distinct from (new.problem ->> 'code', new.problem #>> '{params,code}')`;

const toldByNotifications = (isOwn: string) => `
  create or replace trigger notifications_tell_new after insert on notifications
    for each row when (new.kind in ('doubt', 'automation', 'page', 'system') and ${isOwn})
    execute function tell_of_notification();
  create or replace trigger notifications_tell_again after update of problem on notifications
    for each row when (new.read_at is null and new.problem is not null and (new.kind = 'system'
      or new.kind in ('automation', 'page') and ${IS_OTHER}) and ${isOwn})
    execute function tell_of_notification();`;
