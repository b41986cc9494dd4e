import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Both are part of PostgreSQL's own distribution, and may be added by the owner of a database.
    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;

    -- A person's words among a person's posts, wherever in the text they stand.
    create index posts_published_text on posts using gin (user_id, content gin_trgm_ops) where status = 'published';

    -- What the history may be narrowed down by lies in the index: counting and finding read nothing else.
    drop index posts_published_by_user;
    create index posts_published_by_user on posts (user_id, environment, published_at desc, id desc)
      include (facebook_page_id, target, content_type, media_type, is_ai_generated) where status = 'published';
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop index posts_published_by_user;
    create index posts_published_by_user on posts (user_id, environment, published_at desc, id desc) where status = 'published';
    drop index posts_published_text;
    drop extension btree_gin;
    drop extension pg_trgm`);
}
