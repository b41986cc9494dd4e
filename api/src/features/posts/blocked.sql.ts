import { isoSql } from '../../db/iso-sql.ts';
import { STOPS_POST } from '../../networks/pauses.sql.ts';
import { CODE } from '../../problems/problem.ts';
import { asksOwner, hasCode } from '../../problems/problem.sql.ts';

/** Posts due this soon wait behind one whose answer was only just lost; later ones may never notice. */
const SOON_MINUTES = 10;

/**
 * The post `q` that is on its way on the page of `p` by the clock `c`, and keeps others from it for longer than a
 * moment.
 */
export const DOUBTFUL_POST = `
  select q.id from posts q where q.id = c.post_id and q.id <> p.id and q.status = 'publishing'
    and ${asksOwner('q.problem')}
    and (not ${hasCode('q.problem', CODE.confirming)} or p.scheduled_at <= now() + interval '${SOON_MINUTES} minutes')`;

/**
 * Of the post `p`: a `Block`, or null. Read whenever the post is, so that it is there at once, and gone with its cause.
 */
export const BLOCK = `case when p.status = 'scheduled' then (
  select jsonb_build_object('doubtfulPostId', b.doubtful, 'until', ${isoSql('b.until')}, 'reason',
    coalesce(b.reason, '${CODE.rateLimited}'))
  from (
    select (${DOUBTFUL_POST}) as doubtful, cooldown.until, cooldown.reason
    from (select 1) one left join page_clock c on c.facebook_page_id = p.facebook_page_id
      left join lateral (
        select r.until, r.reason from (
          select c.paused_until as until, c.pause_reason as reason
          union all select z.paused_until, z.reason from pauses z where ${STOPS_POST}
        ) r where r.until > now() and r.until > p.scheduled_at order by r.until desc limit 1
      ) cooldown on true
  ) b where b.doubtful is not null or b.until is not null
) end`;
