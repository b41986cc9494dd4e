import type { Knex } from 'knex';

export const kind = 'expand';

const SKETCHES = [
  ['post_sketches', 'post', 'posts'],
  ['proposal_sketches', 'proposal', 'proposals'],
] as const;

/**
 * By a few bytes of each text one is compared with all that a page has had and has planned. They are made when
 * somebody proposes something for its page; those of another text than there is now count for nothing.
 */
export async function up(db: Knex): Promise<void> {
  for (const [table, thing, things] of SKETCHES)
    await db.raw(`
      create table if not exists ${table} (
        ${thing}_id bigint primary key references ${things} (id) on delete cascade,
        of_text int not null,
        sketch bytea not null,
        links text[] not null
      )`);
}

export async function down(db: Knex): Promise<void> {
  for (const [table] of SKETCHES) await db.raw(`drop table if exists ${table}`);
}
