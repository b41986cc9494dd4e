import { pageZoneSql } from '../slots/page-zone.sql.ts';

/**
 * Posts that its rule has let through for the page's day of this instant, deleted ones too. By the zone of now: a
 * person who travels has no second day. What was noted of another zone is a day away at most.
 */
export const approvedOnDaySql = (page: string, at: string) => `(
  select count(*)::int from (select ${pageZoneSql(page)} as zone offset 0) z
    cross join lateral (select (${at} at time zone z.zone)::date as day offset 0) d
    join post_approvals a on a.facebook_page_id = ${page} and a.kind = 'rule'
      and a.goes_out_on between d.day - 1 and d.day + 1 and (a.goes_out_at at time zone z.zone)::date = d.day)`;

/**
 * Why a text of this kind waits although the rule of its page is for it: the number of the day of `at` is used up. null
 * where that is not so. It is told when somebody reads, and kept nowhere: a reason that a process of the release before
 * does not know would have no words there.
 */
export const usedUpRuleSql = (page: string, kind: string, at: string) => `(
  select jsonb_build_object('code', 'rule_used_up', 'params', jsonb_build_object('postsPerDay', r.posts_per_day))
  from approval_rules r where r.facebook_page_id = ${page} and ${kind} = any(r.kinds)
    and ${approvedOnDaySql(page, at)} >= r.posts_per_day)`;
