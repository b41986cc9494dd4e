import { PATIENCE } from '../../db/lock-patience.sql.ts';
import { DOUBTFUL_POST } from '../posts/blocked.sql.ts';
import { LEASED, movable, moveSql } from '../posts/post-writes.sql.ts';
import { abandonSql } from './attempts.sql.ts';
import { CODE } from '../../problems/problem.ts';
import { hasCode } from '../../problems/problem.sql.ts';
import { SEEN_OUT, TOO_LATE } from './claims.sql.ts';
import { LATE_AFTER_MINUTES } from './rules.ts';
import { LEASE_SECONDS, SOON_MS } from './timing.ts';
import { withSpacingSql } from '../../networks/spacing.sql.ts';
import { videoOf } from '../../networks/facebook/checkpoint.sql.ts';

/**
 * So that a backlog of any size stays within what a statement of the loop may take; the next tick marks the next ones.
 */
const MISSED_AT_ONCE = 2000;
/** Of more than these that fall due at one time, the poll finds the others. */
const PAGES_AHEAD = 32;

const FULL_LEASE = `now() + interval '${LEASE_SECONDS} seconds'`;
/**
 * The post is named twice, so that its attempt is found by it: else every attempt that is open, or has just ended, may
 * be walked through.
 */
const OF_LEASED = `from (select p.id from posts p where ${LEASED} for no key update) p where a.post_id = $1
  and a.post_id = p.id and a.ended_at is null returning a.id`;
const OF_DONE = 'from done where a.post_id = done.id and a.ended_at is null returning a.id';

/** The number of the lock under which it is decided whose post one of Facebook's is. @param id SQL of its id */
export const foundLock = (id: string) => `hashtextextended('found:' || ${id}, 0)`;

/** The moves of a claimed post, and the polls of what is planned. Each returns a row when it did something. */
export const MOVES = {
  renew: `${moveSql('renew', { given: { lease_expires_at: FULL_LEASE } })} returning id`,

  /** $3: checkpoint, $4: what its owner reads meanwhile, or null. */
  saveCheckpoint: `
    with held as (
      ${moveSql('note', { given: { lease_expires_at: FULL_LEASE, problem: 'coalesce($4::jsonb, problem)' } })}
        returning id
    )
    update publish_attempts a set checkpoint = $3::jsonb, updated_at = now() from held where a.post_id = held.id
      and a.ended_at is null returning a.id`,

  /** The post stays with its worker, who decides what becomes of it. */
  noteCrash: `update publish_attempts a set crashes = a.crashes + 1, updated_at = now() ${OF_LEASED}, a.crashes,
    a.may_be_out or a.state in ('sending', 'unclear', 'processing') as is_sent`,

  /**
   * What a process holds by the table and does not know of: the answer to its claim was lost, or a move of it was. It
   * may have claimed without a name, while nobody could tell it from a dead one. $1: process, $2: posts that it has on
   * their way.
   * Nobody has died of it, so that it counts as no takeover.
   */
  disown: `
    ${moveSql('disown', {
      given: {},
      where: `p.lease_token is not null and p.id <> all($2::bigint[]) and exists (
        select from publish_attempts a where a.post_id = p.id and a.ended_at is null and a.claimed_by = $1::uuid)`,
    })} returning id`,

  /** $3: until when; null: until now. */
  recordSearched: `update publish_attempts a set searched_until = coalesce($3, now()), updated_at = now() ${OF_LEASED}`,

  /**
   * The gate before the visible call: what is too late is not marked, by the database's clock and in the same
   * statement.
   * $3: seconds that the answer is waited for, $4: the invisible object that is about to be shown, or null, $5: the
   * mark of the text.
   */
  markSending: `
    with ${PATIENCE}, held as (
      select p.id, p.${TOO_LATE} as is_too_late from patience, posts p where ${LEASED} for no key update of p
    ), marked as (
      update publish_attempts a set state = 'sending', remote_id = coalesce($4, a.remote_id), sent_at = now(),
        first_sent_at = coalesce(a.first_sent_at, now()),
        sending_deadline = now() + make_interval(secs => $3), clean_absences = 0, absent_since = null,
          may_be_out = true, text_mark = $5, updated_at = now()
      from held where a.post_id = $1 and a.post_id = held.id and a.ended_at is null and not held.is_too_late
        returning a.id
    )
    select is_too_late from held where is_too_late or exists (select from marked)`,

  /** $3: id, $4: permalink. */
  settlePublished: `
    with ${PATIENCE}, done as (
      ${moveSql('settle', {
        given: {
          remote_id: '$3',
          permalink_url: '$4',
          is_late: `scheduled_at < now() - interval '${LATE_AFTER_MINUTES} minutes'`,
        },
        from: 'patience',
      })} returning p.id, p.facebook_page_id
    ), freed as (
      update page_clock c set post_id = nullif(c.post_id, done.id), last_published_at = now() from done
        where c.facebook_page_id = done.facebook_page_id
    )
    update publish_attempts a set state = 'published', remote_id = $3, may_be_out = false, ended_at = now(),
      updated_at = now() ${OF_DONE}`,

  /** $3: status, $4: problem, $5: is held, $6: error, $7: wait until, $8: whether it may be out all the same. */
  settleUnpublished: `
    with done as (
      ${moveSql('settleUnpublished', {
        given: {
          status: '$3',
          problem: '$4::jsonb',
          is_held: '$5',
          wait_until: '$7',
          publish_now: "publish_now and $3 = 'scheduled'",
        },
      })} returning id, facebook_page_id
    ), freed as (
      update page_clock c set post_id = null from done where c.facebook_page_id = done.facebook_page_id
        and c.post_id = done.id
    ), orphaned as (
      -- Its video was never asked to be shown: the next try brings another.
      insert into orphaned_uploads (video_id, facebook_page_id) select ${videoOf('a')}, done.facebook_page_id
        from publish_attempts a join done on a.post_id = done.id
      where a.ended_at is null and a.sent_at is null and ${videoOf('a')} is not null
        and done.facebook_page_id is not null on conflict do nothing
    )
    update publish_attempts a set state = 'refused', error = $6::jsonb, may_be_out = a.may_be_out
      and $8, ended_at = now(), updated_at = now() ${OF_DONE}`,

  /**
   * $3: seconds, $4: attempt state, $5: problem, $6: error, $7: clean absences, $8: remote id, $9: frees its page, $10:
   * a repeat was called a duplicate.
   */
  postpone: `
    with done as (
      ${moveSql('postpone', { given: { lease_expires_at: 'now() + make_interval(secs => $3)', problem: '$5::jsonb' } })}
      returning id, facebook_page_id
    ), freed as (
      update page_clock c set post_id = null from done where $9::boolean and c.facebook_page_id = done.facebook_page_id
        and c.post_id = done.id
    )
    update publish_attempts a set state = $4, error = coalesce($6::jsonb, a.error), clean_absences = $7,
      remote_id = coalesce($8, a.remote_id),
      absent_since = case when $7::int > a.clean_absences then coalesce(a.absent_since, now())
        when $7::int > 0 then a.absent_since end, said_duplicate = a.said_duplicate or $10::boolean,
      tries = a.tries + 1, updated_at = now() ${OF_DONE}`,

  /**
   * What automation picked the time of is dropped by it instead. $1: problem, $2: of one behind a post that may be out,
   * $3: of one whose turn did not come.
   */
  markMissed: `
    with missed as (
      ${moveSql('miss', {
        given: {
          problem: `case
            when exists (select from page_clock c where c.facebook_page_id = p.facebook_page_id
              and exists (${DOUBTFUL_POST})) then $2::jsonb
            when ${hasCode('problem', CODE.queued)} then ${withSpacingSql('$3::jsonb', 'p.user_id')}
            else coalesce(problem, $1::jsonb) end`,
        },
        where: `p.id in (
          select p.id from posts p where ${movable('miss')} and not p.is_held and not p.is_automatic and p.${TOO_LATE}
            and not ${SEEN_OUT}
          order by p.scheduled_at limit ${MISSED_AT_ONCE} for no key update skip locked
        )`,
        isLocked: true,
      })} returning id, target
    ), abandoned as (${abandonSql('missed', 'a.post_id = missed.id')})
    select target, count(*)::int as count from missed group by target`,

  /** What was asked for a moment ago, and not taken back. */
  beginAsked: `
    ${moveSql('beginAsked', {
      given: {},
      where: `p.id in (
        select p.id from posts p where ${movable('beginAsked')} and p.publish_now_at <= now()
          for no key update skip locked
      )`,
      isLocked: true,
    })} returning id`,

  untilNext: `
    select extract(epoch from least(
      (select min(scheduled_at) from posts where status = 'scheduled' and not is_held and scheduled_at > now()),
      (select min(publish_now_at) from posts where publish_now_at > now()),
      (select min(lease_expires_at) from posts where status = 'publishing' and lease_expires_at > now())
    ) - now())::float8 * 1000 as ms, now() as now,
    (select coalesce(jsonb_agg(facebook_page_id), '[]') from (
      select facebook_page_id from posts
      where status = 'scheduled' and not is_held and facebook_page_id is not null
        and scheduled_at > now() and scheduled_at <= now() + interval '${SOON_MS} milliseconds'
      order by scheduled_at limit ${PAGES_AHEAD}
    ) soon) as pages`,

  /** $1: page, $2: the post that asks, $3: at most so many. */
  knownIds: `
    -- A story is there for a day only.
    select p.remote_id from posts p where p.facebook_page_id = $1 and p.id <> $2 and p.status = 'published'
      and p.remote_id is not null and p.placement = 'feed'
      and not exists (select from post_engagement e where e.post_id = p.id and e.gone_since is not null)
    order by p.published_at desc limit $3`,

  /** $1: ids of Facebook's, $2: the post that asks. */
  takenIds: `
    select remote_id from posts where remote_id = any($1) and id <> $2
    union select remote_id from deleted_posts where remote_id = any($1)
    union select remote_id from publish_attempts where ended_at is null and remote_id = any($1) and post_id <> $2`,

  /** Whoever has it decides alone whose post of ours this one is. $1: id of Facebook's. */
  lockFound: `select pg_try_advisory_xact_lock(${foundLock('$1')}) as is_ours`,

  /**
   * Whether another post of ours is out, of whichever account, as the one that was found, or was until it was deleted
   * here, or may be told so any moment:
   * it is being sent to the same page of Facebook's with the same words, and nobody but its worker can tell what it is
   * called there.
   * $1: id of Facebook's, $2: the post that asks, $3: its page, $4: marks of its texts.
   */
  isAnothers: `
    select exists (select from posts where remote_id = $1 and id <> $2)
      or exists (select from deleted_posts where remote_id = $1)
      or exists (
        select from publish_attempts where ended_at is null and remote_id = $1 and post_id <> $2
      ) or exists (
        select from facebook_pages mine
          join facebook_pages g on (g.page_id, g.environment) = (mine.page_id, mine.environment)
          join posts p on p.facebook_page_id = g.id and p.status = 'publishing' and p.lease_token is not null
          join publish_attempts a on a.post_id = p.id and a.ended_at is null
        where mine.id = $3 and p.id <> $2 and a.state = 'sending' and a.remote_id is null and a.text_mark = any($4)
      ) as is_anothers`,
} as const;
