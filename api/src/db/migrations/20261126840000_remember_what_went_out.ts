import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

export const kind = 'expand';
export const config = { transaction: false };

/**
 * A proposal whose post went out stays one that went out, also when the post's record is deleted here: followers see it
 * all the same.
 */
export async function up(db: Knex): Promise<void> {
  await alterGently(
    db,
    `alter table proposals add column if not exists published_at timestamptz,
      add column if not exists permalink_url text`,
  );
  await db.raw(`
    create or replace function remember_what_went_out() returns trigger language plpgsql as $$
    begin
      update proposals set published_at = old.published_at, permalink_url = old.permalink_url where post_id = old.id;
      return old;
    end $$`);
  await alterGently(
    db,
    `create or replace trigger posts_remember_what_went_out before delete on posts for each row
      when (old.status = 'published') execute function remember_what_went_out()`,
  );
}

export async function down(db: Knex): Promise<void> {
  await alterGently(db, 'drop trigger if exists posts_remember_what_went_out on posts');
  await db.raw('drop function if exists remember_what_went_out');
  await alterGently(
    db,
    'alter table proposals drop column if exists published_at, drop column if exists permalink_url',
  );
}
