import type { Knex } from 'knex';

const rowsOf = async (db: Knex, sql: string) => (await db.raw<{ rows: object[] }>(sql)).rows;

/** What is kept of posts by person and month, without the months in which nothing is. */
export const storedSummaries = (db: Knex) =>
  rowsOf(
    db,
    `select user_id, environment, month::text, sum(published)::int as published, sum(ai_published)::int as ai_published,
      sum(engagement)::int as engagement
    from post_summaries group by 1, 2, 3 having (sum(published), sum(ai_published), sum(engagement)) <> (0, 0, 0)
      order by 1, 2, 3`,
  );

/** The same, counted from the posts themselves. */
export const recountedSummaries = (db: Knex) =>
  rowsOf(
    db,
    `select p.user_id, p.environment, date_trunc('month', p.published_at at time zone 'UTC')::date::text as month,
      count(*)::int as published,
    count(*) filter (where p.is_ai_generated)::int as ai_published,
      coalesce(sum(e.likes + e.comments + e.shares), 0)::int as engagement
    from posts p left join post_engagement e on e.post_id = p.id where p.status = 'published' group by 1, 2, 3
      order by 1, 2, 3`,
  );
