import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- The registry says which networks there are; a row names one of them.
    alter table posts drop constraint posts_target_check,
      add constraint posts_target_check check (target ~ '^[a-z][a-z0-9-]{0,30}$');
    create index posts_due_without_a_page on posts (scheduled_at, id) where status = 'scheduled' and not is_held and facebook_page_id is null;
    drop index posts_due_without_page;

    -- A pause is a network's: of all calls to it in an environment (app), or of those for one person (user).
    alter table pauses drop constraint pauses_scope_check;
    update pauses set key = 'facebook:' || key where scope in ('app', 'user');
    update pauses set scope = 'app', key = 'fiztech:' || key where scope = 'fiztech';
    alter table pauses add constraint pauses_scope_check check (scope in ('app', 'user', 'ai'));
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    alter table pauses drop constraint pauses_scope_check;
    update pauses set scope = 'fiztech', key = split_part(key, ':', 2) where scope = 'app' and key like 'fiztech:%';
    update pauses set key = split_part(key, ':', 2) where scope in ('app', 'user') and key like 'facebook:%';
    delete from pauses where key like '%:%';
    alter table pauses add constraint pauses_scope_check check (scope in ('app', 'user', 'fiztech', 'ai'));

    create index posts_due_without_page on posts (scheduled_at, id) where status = 'scheduled' and not is_held and target = 'fiztech';
    drop index posts_due_without_a_page;
    delete from posts where target not in ('facebook', 'fiztech');
    alter table posts drop constraint posts_target_check,
      add constraint posts_target_check check (target in ('facebook', 'fiztech'));
  `);
}
