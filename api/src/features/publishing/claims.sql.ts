import { knownBefore } from '../../networks/facebook/checkpoint.sql.ts';
import { POST_TAKES_CALLS } from '../../networks/pauses.sql.ts';
import { spacingSql } from '../../networks/spacing.sql.ts';
import { movable, moveSql } from '../posts/post-writes.sql.ts';
import { BACKLOG_AFTER_MINUTES, MISSED_AFTER_MINUTES } from './rules.ts';
import { IS_GAP } from './gaps.sql.ts';
import { ASKED_AGAIN_HOURS, LEASE_SECONDS } from './timing.ts';

/** The name of the connection by which a worker shows that it lives. */
export const WORKER_CONNECTION = 'pagecast worker ';

// In every claim $1 is the worker that claims, or null when it cannot be told from a dead one; the last parameter is
// the process.

export const PAGE_IS_NOT_COOLING_DOWN = '(c.paused_until is null or c.paused_until <= now())';
const PAGE_IS_FREE = `(c.post_id is null and ${PAGE_IS_NOT_COOLING_DOWN})`;
/**
 * Its owner decides what becomes of a post this late: no path leads from here to the visible call. What was asked for
 * right now was due then.
 */
export const TOO_LATE = `scheduled_at <= now() - interval '${MISSED_AFTER_MINUTES} minutes'`;
/** Seen at its network after a backup was put back: it is taken up however late, and found there once more. */
export const SEEN_OUT = `p.id in (select r.post_id from restored_posts r where r.outcome = 'out')`;
/**
 * Releases before stories would make posts of them: they see one that waits without an end, and begin no attempt at it.
 * Nothing else makes a story wait.
 */
const IS_STORY = "p.placement = 'story'";
const DUE = `${movable('claim')} and not p.is_held and p.scheduled_at <= now() and (not p.${TOO_LATE} or ${SEEN_OUT})
  and (p.wait_until is null or p.wait_until <= now() or ${IS_STORY})`;
/** The same page at Facebook by the connections of others. `p` is the post that asks. */
const OTHERS = `facebook_pages f join facebook_pages g on g.page_id = f.page_id and g.environment = f.environment
    and g.id <> f.id`;
/** What others publish there makes a backlog wait as well as what its owner does. */
const TAKEN_BY_OTHERS = `
  select from ${OTHERS} join page_clock k on k.facebook_page_id = g.id
    left join automation_turns t on t.environment = g.environment and t.page_id = g.page_id
  where f.id = p.facebook_page_id and (k.post_id is not null or k.last_published_at > now() - ${spacingSql('p.user_id')}
    or t.taken_at > now() - ${spacingSql('p.user_id')})`;
const IS_ON_TIME = `p.scheduled_at > now() - interval '${BACKLOG_AFTER_MINUTES} minutes'`;
/** A backlog leaves a page with pauses between. What its owner asks for right now does not wait. */
const PACED = `(p.publish_now or ${IS_ON_TIME} or (
  (c.last_published_at is null or c.last_published_at <= now() - ${spacingSql('p.user_id')})
    and not exists (${TAKEN_BY_OTHERS})))`;
/** Of the posts that leave room, one at a time goes out on a page of several connections. */
const TAKES_TURN = `not p.publish_now and (p.is_automatic or (not (${IS_ON_TIME})
  and exists (select from ${OTHERS} where f.id = p.facebook_page_id and g.removed_at is null)))`;
/** Posts of the same page at Facebook, whichever of our accounts it is connected to. `p` is the post that asks. */
const CLOSE_BY = `
  select from facebook_pages f join facebook_pages g on g.page_id = f.page_id and g.environment = f.environment
    join page_clock k on k.facebook_page_id = g.id
  where f.id = p.facebook_page_id and (k.last_published_at > now() - ${spacingSql('p.user_id')} or exists (
    select from posts q where q.facebook_page_id = g.id and q.id <> p.id and (q.status = 'publishing' or (
      q.status = 'scheduled' and not q.is_automatic and not q.is_held
      and q.scheduled_at > now() - interval '${MISSED_AFTER_MINUTES} minutes'
        and q.scheduled_at < now() + ${spacingSql('p.user_id')}
    ))
  ))`;
/** A time that nobody picked leaves its page room on both sides. What people picked goes at its time. */
const KEEPS_APART = `(not p.is_automatic or p.publish_now or (
  (c.last_published_at is null or c.last_published_at <= now() - ${spacingSql('p.user_id')})
    and not exists (${CLOSE_BY})))`;
const LEASE = { lease_owner: '$1::uuid', lease_expires_at: `now() + interval '${LEASE_SECONDS} seconds'` };
const IS_ALIVE = (process: string) =>
  `'${WORKER_CONNECTION}' || ${process}::text in (select application_name from pg_stat_activity)`;
const IS_ANOTHER_DEATH = `excluded.takeovers > 0 and publish_attempts.claimed_by is not null
  and publish_attempts.claimed_by <> all(publish_attempts.died)
      and not ${IS_ALIVE('publish_attempts.claimed_by')}`;
const ATTEMPT = `on conflict (post_id) where ended_at is null
    do update set updated_at = now(), takeovers = publish_attempts.takeovers + excluded.takeovers,
      claimed_by = excluded.claimed_by,
      died = case when ${IS_ANOTHER_DEATH} then publish_attempts.died || publish_attempts.claimed_by
        else publish_attempts.died end
    returning died, id, post_id, state, remote_id, checkpoint, sent_at, sending_deadline, clean_absences, tries,
      searched_until, absent_since, said_duplicate`;

/**
 * Times that this database may know nothing of: nobody was there, or what was committed then is gone. One may be only
 * now ending, since a claim may come before the first heartbeat of a start, or of a new primary.
 */
const GAPS = `
  select started_at, ended_at, is_loss from loop_gaps
  union all select least(ticked_at, now()), now(), coalesce(history <> (select history_of_database()), false)
    from loop_heartbeat where (select ${IS_GAP} from loop_heartbeat)`;
/**
 * A post that stood in it may have gone out then. After a loss, so may one that was made since: somebody may ask again
 * for what they asked for then, by a key that is gone.
 */
const IS_FORGOTTEN = `g.ended_at > coalesce(a.searched_until, '-infinity')
  and p.created_at < g.ended_at + case when g.is_loss then interval '${ASKED_AGAIN_HOURS} hours' else '0' end`;
const forgotten = (what: string) => `(select ${what} from (${GAPS}) g where ${IS_FORGOTTEN})`;

/**
 * What a claim holds of its post. Named one by one: a column that the table gets later does not change what was
 * prepared before.
 */
export const CLAIMED_POST = `p.id, p.lease_token, p.user_id, p.environment, p.target, p.media_type, p.placement,
  p.facebook_page_id, p.content, p.article,
    p.created_at, p.scheduled_at, p.publish_now`;

const SENDS = `coalesce((
    select jsonb_agg(jsonb_build_object('attemptId', o.id, 'since', least(o.created_at, o.first_sent_at), 'sentAt',
      o.first_sent_at, 'remoteId', o.remote_id,
      'checkpoint', o.checkpoint, 'textMark', o.text_mark, 'mayBeOut', o.may_be_out) order by o.id)
    from publish_attempts o where o.post_id = p.id and o.first_sent_at is not null), '[]') as sends`;

/** What its owner said of the attempt before, whose doubt they ended. */
const TOLD_NOT_OUT = `coalesce((
    select o.resolution ->> 'as' = 'not-out' from publish_attempts o where o.post_id = p.id and o.id < a.id
    order by o.id desc limit 1), false) as is_told_not_out`;

/** $1: the post. */
export const TRACEPARENT_OF_POST = `
  select traceparent from post_events where post_id = $1 and traceparent is not null order by id desc limit 1`;

/** How every claim ends: what the publisher needs to know, with the owner's access as it is now. */
const claimed = (move: 'claim' | 'takeOver') => `
  ${moveSql(move, {
    given: LEASE,
    from: 'attempts a, users u left join access_entries e on e.facebook_id = u.facebook_id',
    where: 'p.id = a.post_id and u.id = p.user_id',
    isLocked: true,
  })}
  returning ${CLAIMED_POST}, now() as claimed_at, u.facebook_id as owner_facebook_id, e.type as owner_access,
    ${forgotten('min(g.started_at)')} as forgotten_since, ${forgotten('max(g.ended_at)')} as forgotten_until,
    ${forgotten('bool_or(g.is_loss)')} as forgotten_is_loss,
    (select count(*)::int from unnest(a.died) one where not ${IS_ALIVE('one')}) as deaths,
    a.id as attempt_id, a.state as attempt_state, a.remote_id as attempt_remote_id, a.checkpoint, a.sent_at,
      a.clean_absences, a.tries, a.said_duplicate, a.searched_until,
    (extract(epoch from now() - a.sending_deadline) * 1000)::float8 as ms_since_deadline,
      (extract(epoch from now() - a.absent_since) * 1000)::float8 as ms_absent,
    ${SENDS}, ${TOLD_NOT_OUT}`;

/** The owner of the post that asks for the turn of its page at Facebook. */
const WHOSE_TURN =
  '(select t.user_id from in_turn t where t.environment = excluded.environment and t.page_id = excluded.page_id)';

/** The clock rows are the locks: whoever holds a page's row decides for the page. */
const claimOfClocks = (clocks: string, which = '') => `
  with ${clocks}, picked as (
    select p.id, p.user_id, p.facebook_page_id, p.placement, p.takes_turn from clocks c cross join lateral (
      select p.id, p.user_id, p.facebook_page_id, p.placement,
        ${TAKES_TURN} as takes_turn from posts p
      where p.facebook_page_id = c.facebook_page_id and ${DUE} and ${PACED} and ${KEEPS_APART}
        and ${POST_TAKES_CALLS} ${which}
      order by p.scheduled_at, p.id limit 1 for no key update skip locked
    ) p
  ), in_turn as (
    select distinct on (g.environment, g.page_id) picked.id, picked.user_id, picked.facebook_page_id, picked.placement,
      g.environment, g.page_id
    from picked join facebook_pages g on g.id = picked.facebook_page_id where picked.takes_turn
      order by g.environment, g.page_id, picked.id
  ), turns as (
    -- The clocks of two accounts are two rows; of the page at Facebook there is one turn, which one of them gets.
    insert into automation_turns (environment, page_id, taken_at) select environment, page_id, now() from in_turn
      order by environment, page_id
    on conflict (environment, page_id) do update set taken_at = now()
      where automation_turns.taken_at <= now() - ${spacingSql(WHOSE_TURN)}
    returning environment, page_id
  ), taken as (
    select id, facebook_page_id, placement from picked where not takes_turn
    union all select id, facebook_page_id, placement from in_turn join turns using (environment, page_id)
  ), occupied as (
    update page_clock c set post_id = taken.id from taken where c.facebook_page_id = taken.facebook_page_id
  ), ahead as (
    delete from uploads_ahead u using taken where u.post_id = taken.id returning u.post_id, u.checkpoint
  ), attempts as (
    insert into publish_attempts (post_id, state, checkpoint, claimed_by, placement)
    select taken.id, 'started', ${knownBefore('taken.id')} || coalesce(ahead.checkpoint, '{}'),
      $3::uuid, taken.placement from taken
      left join ahead on ahead.post_id = taken.id ${ATTEMPT}
  )
  ${claimed('claim')}`;

/** The pages with something due and nothing in flight, the longest waiting first. $1: at most so many. */
export const DUE_PAGES = `
  select p.facebook_page_id as id from posts p join page_clock c on c.facebook_page_id = p.facebook_page_id
  where ${DUE} and ${PAGE_IS_FREE} and ${PACED} and ${KEEPS_APART} and ${POST_TAKES_CALLS}
  group by p.facebook_page_id order by min(p.scheduled_at) limit $1`;

/**
 * $2: the pages, each of which may give one. Unnested so that the planner sees no count in it: one plan then serves
 * all, where a plan of its own for each claim costs six times as much as the claim.
 */
export const CLAIM_NEXT_OF_PAGES = claimOfClocks(`clocks as (
    select c.facebook_page_id, c.last_published_at from page_clock c
      where c.facebook_page_id = any(array(select unnest($2::bigint[])))
      and ${PAGE_IS_FREE} for no key update of c skip locked
  )`);

/** $2: the post. */
export const CLAIM_POST = claimOfClocks(
  `clocks as (
    select c.facebook_page_id, c.last_published_at from page_clock c
      where c.facebook_page_id = (select facebook_page_id from posts where id = $2)
      and ${PAGE_IS_FREE} for no key update of c skip locked
  )`,
  'and p.id = $2',
);

/** Posts without a page: nothing keeps one of them from another. $2: at most so many, $3: this post only, or null. */
export const CLAIM_DUE_WITHOUT_PAGE = `
  with picked as (
    select p.id, p.placement from posts p where p.facebook_page_id is null
      and ${DUE} and ${POST_TAKES_CALLS} and ($3::bigint is null or p.id = $3)
    order by p.scheduled_at, p.id limit $2 for no key update skip locked
  ), attempts as (
    insert into publish_attempts (post_id, state, claimed_by, placement)
      select id, 'started', $4::uuid, placement from picked ${ATTEMPT}
  )
  ${claimed('claim')}`;

/** Two processes died at it, the second just now: it may be the one that ends them. */
const IS_SUSPECT = 'coalesce(cardinality(o.died), 0) + (p.lease_token is not null)::int >= 2';
/** A poll is a call too: what is cooling down is left alone. */
const ORPHANED_POSTS = `posts p left join page_clock c on c.facebook_page_id = p.facebook_page_id
  left join publish_attempts o on o.post_id = p.id and o.ended_at is null
    where ${movable('takeOver')} and p.lease_expires_at <= now()
      and ${PAGE_IS_NOT_COOLING_DOWN} and ${POST_TAKES_CALLS}`;

/**
 * Takes over what a dead process left behind, and what is due for another poll or another try. Suspects come one at a
 * time in the whole deployment, so that no other post is taken for the one that ends its process. $2 and $3 as above.
 */
export const CLAIM_ABANDONED = `
  with suspect as (
    select p.id from ${ORPHANED_POSTS} and ${IS_SUSPECT}
      and not exists (
        select from posts q join publish_attempts b on b.post_id = q.id and b.ended_at is null
        where q.status = 'publishing' and q.lease_token is not null and q.lease_expires_at > now()
          and cardinality(b.died) >= 2
      )
    order by p.lease_expires_at, p.id limit 1
  ), expired as (
    select p.id, p.placement, p.lease_token is not null as was_held from ${ORPHANED_POSTS}
      and ($3::bigint is null or p.id = $3)
      and (not (${IS_SUSPECT}) or p.id = (select id from suspect))
    order by p.lease_expires_at limit $2 for no key update of p skip locked
  ), attempts as (
    insert into publish_attempts (post_id, state, takeovers, claimed_by, placement)
      select id, 'started', was_held::int, $4::uuid, placement from expired ${ATTEMPT}
  )
  ${claimed('takeOver')}`;

/**
 * A process that dies loses its connection at once, its lease only later. Taking a post from a worker that only lost
 * its line does no harm: every move of the old one is fenced, and what it may have sent is looked for before anything
 * is sent again.
 */
export const EXPIRE_LEASES_OF_THE_DEAD = `
  with alive as materialized (
    select application_name from pg_stat_activity where application_name like '${WORKER_CONNECTION}%'
  )
  ${moveSql('expire', {
    given: {},
    where: `p.lease_owner is not null and p.lease_expires_at > now() and p.lease_token is not null
    and '${WORKER_CONNECTION}' || p.lease_owner::text not in (select application_name from alive)`,
  })}
  returning id`;

/**
 * A process that ends as it should leaves its posts to others at once, and none of them is to blame. $1: the process.
 */
export const LET_GO = `
  with mine as (
    update publish_attempts set claimed_by = null where claimed_by = $1 and ended_at is null returning post_id
  )
  ${moveSql('letGo', {
    given: {},
    where: 'p.id in (select post_id from mine) and p.lease_token is not null and p.lease_expires_at > now()',
  })} returning id`;
