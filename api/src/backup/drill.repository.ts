import type { Knex } from 'knex';

/** What a restore of a backup would cost. */
export interface Losses {
  readonly newPosts: number;
  readonly changedPosts: number;
  readonly publishedPosts: number;
  readonly files: number;
  readonly people: number;
}

const SINCE = `
  select (select count(*)::int from posts where created_at > :since) as "newPosts",
    (select count(*)::int from posts where updated_at > :since and created_at <= :since) as "changedPosts",
    (select count(*)::int from posts where status = 'published' and published_at > :since) as "publishedPosts",
    (select count(*)::int from media_files where created_at > :since and created_at < 'infinity') as files,
    (select count(*)::int from users where created_at > :since) as people`;

/** What a database has that a backup of this time has not. */
export async function lossesSince(db: Knex, since: string): Promise<Losses> {
  const { rows } = await db.raw<{ rows: Losses[] }>(SINCE, { since });
  if (rows[0] === undefined) throw new Error('Nothing was counted');
  return rows[0];
}
