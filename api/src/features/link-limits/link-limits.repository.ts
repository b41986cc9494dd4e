import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import type { LinkLimit } from '../../contract/link-limits.ts';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';
import { COUNT_LINK } from '../publishing/attempts.sql.ts';
import { pageZoneSql } from '../slots/page-zone.sql.ts';

/** A limit that a post is over, or would fill. */
export interface LinksOfMonth {
  readonly limit: number;
  readonly holds: boolean;
  /** Such as 2026-11. */
  readonly month: string;
  /** Other posts with links of that month: published, on their way, and planned. */
  readonly others: number;
}

const MONTH = "'YYYY-MM'";
const AT = 'coalesce(p.published_at, p.scheduled_at)';
/** The first moment of the month of `at`, by the clocks of `zone`; both SQL. */
const monthOf = (at: string, zone: string, later = 0) =>
  `((date_trunc('month', ${at} at time zone ${zone}) + interval '${later} months') at time zone ${zone})`;

/**
 * What is public with a link, on pages `asked` with their `id`, Facebook's `page_id` and a `since`: also what others
 * have published there, and what was deleted here since.
 */
const OUT = `
  select a.id as page, p.id as post, p.published_at as at from asked a
    join facebook_pages g on g.page_id = a.page_id
    join posts p on p.facebook_page_id = g.id and ${AT} >= a.since and p.status = 'published'
    where has_link(p.content)
  union all
  select a.id, d.post_id, d.published_at from asked a join facebook_pages g on g.page_id = a.page_id
    join deleted_links d on d.facebook_page_id = g.id and d.published_at >= a.since
    where not exists (select from posts p where p.id = d.post_id)`;
/** What is planned with a link on the pages `asked`. */
const PLANNED = `
  select a.id as page, p.id as post, ${AT} as at from asked a
    join posts p on p.facebook_page_id = a.id and ${AT} >= a.since and p.status in ('scheduled', 'publishing')
    where has_link(p.content)`;

/** $1: user, $2: environment, $3: one page, or null for all that have a limit. */
const LIST = `
  with asked as materialized (
    select g.id, g.page_id, g.name, l.monthly, coalesce(l.is_holding, false) as holds, z.zone,
      ${monthOf('now()', 'z.zone')} as since
    from facebook_pages g left join page_link_limits l on l.facebook_page_id = g.id
      cross join lateral (select ${pageZoneSql('g.id')} as zone) z
    where g.user_id = $1 and g.environment = $2 and g.removed_at is null
      and case when $3::bigint is null then l.monthly is not null else g.id = $3 end
  ), links as (
    select page, at, true as is_out from (${OUT}) o union all select page, at, false from (${PLANNED}) p
  ), counted as (
    select a.id, to_char(l.at at time zone a.zone, ${MONTH}) as month,
      count(*) filter (where l.is_out)::int as published, count(*) filter (where not l.is_out)::int as planned
    from asked a join (
      select page, at, is_out from links union all select id, now(), null from asked
    ) l on l.page = a.id group by a.id, month
  )
  select a.id as "facebookPageId", a.name as "pageName", a.monthly as "limit", a.holds, a.zone, (
    select jsonb_agg(jsonb_build_object('month', c.month, 'published', c.published, 'planned', c.planned)
      order by c.month)
    from counted c where c.id = a.id
  ) as months
  from asked a order by a.name, a.id`;

const MOMENT = 'coalesce($4::timestamptz, now())';
/**
 * $1: user, $2: environment, $3: page, $4: when it is to go out, null for now, $5: the post itself, or 0, $6: its text.
 */
const OTHERS = `
  with asked as materialized (
    select g.id, g.page_id, l.monthly, l.is_holding, z.zone, ${monthOf(MOMENT, 'z.zone')} as since,
      ${monthOf(MOMENT, 'z.zone', 1)} as before
    from facebook_pages g join page_link_limits l on l.facebook_page_id = g.id
      cross join lateral (select ${pageZoneSql('g.id')} as zone) z
    where g.user_id = $1 and g.environment = $2 and g.id = $3 and l.monthly is not null and has_link($6)
  ), links as (select * from (${OUT}) o union all select * from (${PLANNED}) p)
  select a.monthly as "limit", a.is_holding as holds, to_char(${MOMENT} at time zone a.zone, ${MONTH}) as month,
    (select count(*)::int from links l where l.at < a.before and l.post <> $5) as others
  from asked a`;

/** The page at Facebook, where page $1 holds posts with links back and the text $2 has one. */
const HOLDING = `
  select g.page_id as page from facebook_pages g join page_link_limits l on l.facebook_page_id = g.id
  where g.id = $1 and l.is_holding and l.monthly is not null and has_link($2)`;

/**
 * $1: page, $2: the attempt that asks, $3: its text. What was let through counts, and what was begun before, whether or
 * not it comes out: of two at the same moment one is over the limit. Only under the lock of the page.
 */
const OVER = `
  with asked as materialized (
    select g.id, g.page_id, l.monthly, z.zone, ${monthOf('now()', 'z.zone')} as since
    from facebook_pages g join page_link_limits l on l.facebook_page_id = g.id
      cross join lateral (select ${pageZoneSql('g.id')} as zone) z
    where g.id = $1 and l.is_holding and l.monthly is not null and has_link($3)
  )
  select a.monthly as "limit", to_char(now() at time zone a.zone, ${MONTH}) as month from asked a
  where a.monthly <= (select count(*) from (${OUT}) o) + (
    select count(*) from facebook_pages g join posts p on p.facebook_page_id = g.id and p.status = 'publishing'
      join publish_attempts t on t.post_id = p.id and t.ended_at is null and t.id <> $2
        and (t.id < $2 or t.counts_link)
    where g.page_id = a.page_id and has_link(p.content)
  )`;

/** How many posts with links pages may publish in a month, and how many they do. */
export function linkLimitsRepository(db: Knex) {
  return {
    list: (owner: Owner, pageId: PageId | null): Promise<LinkLimit[]> =>
      prepared<LinkLimit>(db, 'link_limits', LIST, [owner.userId, owner.environment, pageId]),

    /** Null where the text has no link or the page no limit. */
    async others(
      owner: Owner,
      { pageId, at, postId, content }: { pageId: PageId; at: Date | null; postId: PostId | null; content: string },
    ): Promise<LinksOfMonth | null> {
      const values = [owner.userId, owner.environment, pageId, at, postId ?? 0, content];
      const [found] = await prepared<LinksOfMonth>(db, 'links_of_month', OTHERS, values);
      return found ?? null;
    },

    /** The limit that a post is over which is about to go out; null where it is over none. */
    async over(pageId: PageId, attemptId: number, content: string): Promise<{ limit: number; month: string } | null> {
      const [held] = await prepared<{ page: string }>(db, 'holds_links', HOLDING, [pageId, content]);
      if (held === undefined) return null;
      return db.transaction(async (trx) => {
        // Two processes ask one after the other; the second sees what became of the first.
        await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`links:${held.page}`]);
        const values = [pageId, attemptId, content];
        const [found] = await prepared<{ limit: number; month: string }>(trx, 'over_link_limit', OVER, values);
        if (found === undefined) await trx.raw(COUNT_LINK, [attemptId]);
        return found ?? null;
      });
    },

    /** Of a page of the owner. What is left out stays. */
    async set(
      owner: Owner,
      pageId: PageId,
      { limit, holds }: { readonly limit?: number | null | undefined; readonly holds?: boolean | undefined },
    ): Promise<void> {
      const given = {
        ...(limit === undefined ? {} : { monthly: limit }),
        ...(holds === undefined ? {} : { is_holding: holds }),
      };
      await db('page_link_limits')
        .insert({ facebook_page_id: pageId, user_id: owner.userId, environment: owner.environment, ...given })
        .onConflict('facebook_page_id')
        .merge({ facebook_page_id: pageId, ...given });
    },
  };
}
export type LinkLimitsRepository = ReturnType<typeof linkLimitsRepository>;
