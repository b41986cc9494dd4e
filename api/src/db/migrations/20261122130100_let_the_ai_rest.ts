import type { Knex } from 'knex';

/** The AI says when it takes calls again, which holds for all processes. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table pauses drop constraint pauses_scope_check;
    alter table pauses add constraint pauses_scope_check check (scope in ('app', 'user', 'fiztech', 'ai'));
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    delete from pauses where scope = 'ai';
    alter table pauses drop constraint pauses_scope_check;
    alter table pauses add constraint pauses_scope_check check (scope in ('app', 'user', 'fiztech'));
  `);
}
