import type { Knex } from 'knex';

export const kind = 'expand';

/** Whether an image says of itself that an AI made it, or a part of it: Facebook labels its post then. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table media_files add column has_ai_label boolean not null default false');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table media_files drop column has_ai_label');
}
