import type { Knex } from 'knex';
import { insertSql } from '../features/posts/post-writes.sql.ts';

const AT_FIRST_PAGE = {
  target: "'facebook'",
  facebook_page_id: '(select min(id) from facebook_pages where user_id = u.id)',
};
/** On the tech site, where no page is needed. */
export const AT_TECH_SITE = { target: "'fiztech'", facebook_page_id: 'null' };

/** What the state of a post says of its time, where nothing else is given. */
const TIMES = {
  draft: { scheduled_at: 'null', published_at: 'null' },
  scheduled: { scheduled_at: 'now()', published_at: 'null' },
  published: { scheduled_at: 'now()', published_at: 'now()' },
};

interface Many {
  readonly status: keyof typeof TIMES;
  /**
   * SQL by column; `n` counts the posts, and `u` is their user. By default they are stories for the user's first page.
   */
  readonly values: { readonly content: string; readonly [column: string]: string };
  /** SQL. */
  readonly count: number | string;
  /** Which user `u`. */
  readonly of: string;
}

/** The statement that makes many posts of somebody at once, for figures and for tests of large amounts. */
export function manyPosts({ status, values, count, of }: Many): string {
  const owner = { user_id: 'u.id', environment: 'u.environment' };
  return insertSql(
    status,
    { ...owner, ...AT_FIRST_PAGE, content_type: "'story'", ...TIMES[status], ...values },
    `users u, generate_series(1, ${count}) n where ${of}`,
  );
}

/** @param values what `values` and `of` name with a colon */
export const storeManyPosts = (db: Knex, many: Many, values: Readonly<Record<string, Knex.RawBinding>>) =>
  db.raw(manyPosts(many), values);

/** Each connected page `g` of the user $1 (their Facebook id), the `g.n`-th of theirs. */
const PAGES = `users u join (select *, row_number() over (partition by user_id order by id) as n from facebook_pages
  where is_connected) g
  on g.user_id = u.id and u.facebook_id = $1`;

/**
 * The statement that plans posts for the pages of the user $1, `perPage` for each.
 * @param rest which of them, and how many at most
 */
export function plannedOnPages(
  values: { readonly content: string; readonly scheduled_at: string },
  { perPage = '1', rest }: { readonly perPage?: string; readonly rest: string },
): string {
  const at = {
    user_id: 'u.id',
    environment: 'u.environment',
    target: "'facebook'",
    facebook_page_id: 'g.id',
    placement: "'feed'",
  };
  const from = `${PAGES} cross join generate_series(1, ${perPage}) k ${rest}`;
  return insertSql('scheduled', { ...at, content_type: "'story'", ...values }, from);
}

/**
 * The statement after which the posts of somebody that are out went out in the middle of last month, and Facebook has
 * told of them: the one that was made first has most likes.
 * @param facebookId whose posts
 * @param zone where whoever looks is: elsewhere, another month may have begun
 */
export const outLastMonth = (facebookId: string, zone: string) => `
  with moved as (
    update posts
    set published_at = (date_trunc('month', now() at time zone '${zone}') - interval '10 days') at time zone '${zone}'
    where status = 'published' and user_id in (select id from users where facebook_id = '${facebookId}') returning id)
  insert into post_engagement (post_id, likes, comments, shares, seen_at)
  select id, 100 - row_number() over (order by id), 0, 0, now() from moved
  on conflict (post_id) do update set likes = excluded.likes, seen_at = excluded.seen_at`;
