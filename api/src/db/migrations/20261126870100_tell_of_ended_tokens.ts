import type { Knex } from 'knex';

export const kind = 'expand';

/** A stream that a program listens to ends with its token, as one of a browser does with its session. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`create trigger api_tokens_changes_delete after delete on api_tokens
    for each row execute function notify_owner_of_row('session')`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop trigger api_tokens_changes_delete on api_tokens');
}
