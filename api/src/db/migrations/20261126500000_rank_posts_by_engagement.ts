import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

export const kind = 'expand';
/** Each step is short, and others work between them. */
export const config = { transaction: false };

const ROWS_AT_ONCE = 5000;
const RANKINGS: Readonly<Record<string, string>> = {
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  total: '(likes + comments + shares)',
};

/**
 * Posts are put in order by what followers did with them, and are compared with others of the same age: `owner_id` is
 * there for the indexes alone, and a trigger keeps it, so that releases that know nothing of it do not matter. In
 * `engagement_by_age` stands what was last seen at each age, from less than an hour (1) to a week and more (9).
 */
export async function up(db: Knex): Promise<void> {
  await alterGently(
    db,
    `alter table post_engagement add column if not exists owner_id bigint,
      add column if not exists engagement_by_age integer[]`,
  );
  await alterGently(
    db,
    `
    create or replace function own_engagement() returns trigger language plpgsql as $$
    begin
      select user_id into new.owner_id from posts where id = new.post_id;
      return new;
    end $$;
    create or replace trigger post_engagement_owner before insert on post_engagement
      for each row execute function own_engagement();`,
  );
  while (await fillSome(db));
  for (const [name, ranked] of Object.entries(RANKINGS)) {
    await db.raw(`drop index concurrently if exists post_engagement_by_${name}`);
    await db.raw(`create index concurrently post_engagement_by_${name}
      on post_engagement (owner_id, ${ranked} desc, post_id desc) where seen_at is not null`);
  }
}

/** The indexes go with their column. */
export async function down(db: Knex): Promise<void> {
  await alterGently(
    db,
    `drop trigger if exists post_engagement_owner on post_engagement;
    drop function if exists own_engagement;
    alter table post_engagement drop column if exists owner_id, drop column if exists engagement_by_age`,
  );
}

/** @returns whether there may be more */
async function fillSome(db: Knex): Promise<boolean> {
  const { rowCount } = await db.raw<{ rowCount: number }>(`
    update post_engagement e set owner_id = p.user_id, engagement_by_age = case when e.seen_at is not null
      and p.published_at is not null then array_fill(null::integer, array[width_bucket(extract(epoch from e.seen_at - p.published_at) / 3600,
        array[1, 3, 6, 12, 24, 48, 96, 168])]) || (e.likes + e.comments + e.shares) end
    from posts p where p.id = e.post_id
      and e.post_id in (select post_id from post_engagement where owner_id is null limit ${ROWS_AT_ONCE})`);
  return rowCount > 0;
}
