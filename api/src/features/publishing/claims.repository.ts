import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import { prepared } from '../../db/database.ts';
import { GraphError } from '../../facebook/graph-errors.ts';
import type { PostProblem } from '../posts/post.ts';
import { BACKLOG_AFTER_MINUTES, LATE_AFTER_MINUTES, MISSED, MISSED_AFTER_MINUTES, PACE_MINUTES } from './rules.ts';
import type { Failure } from './target.ts';

/** Twice the longest that a claim may wait before its visible call. */
export const LEASE_SECONDS = 90;

/** A post that this process may bring to its end, as long as the lease holds. */
export interface Claim {
  readonly postId: number;
  readonly leaseToken: string;
  readonly userId: number;
  readonly environment: Environment;
  readonly facebookPageId: number | null;
  readonly content: string;
  readonly scheduledAt: Date;
  readonly publishNow: boolean;
  /** The owner as the access list has them at this moment. */
  readonly owner: { readonly facebookId: string; readonly access: 'whitelist' | 'blacklist' | null };
  readonly attempt: {
    readonly id: number;
    readonly state: 'started' | 'created' | 'sending' | 'unclear';
    readonly remoteId: string | null;
    readonly sentAt: Date | null;
    readonly sendingDeadline: Date | null;
    readonly cleanAbsences: number;
    readonly tries: number;
  };
}

interface ClaimRow {
  id: number;
  lease_token: string;
  user_id: number;
  environment: Environment;
  facebook_page_id: number | null;
  content: string;
  scheduled_at: Date;
  publish_now: boolean;
  owner_facebook_id: string;
  owner_access: Claim['owner']['access'];
  attempt_id: number;
  attempt_state: Claim['attempt']['state'];
  attempt_remote_id: string | null;
  sent_at: Date | null;
  sending_deadline: Date | null;
  clean_absences: number;
  tries: number;
}

const PAGE_IS_FREE = '(c.post_id is null and (c.paused_until is null or c.paused_until <= now()))';
const APP_IS_FREE = 'not exists (select from app_clock a where a.environment = p.environment and a.paused_until > now())';
const IN_TIME = `p.scheduled_at <= now() and p.scheduled_at > now() - interval '${MISSED_AFTER_MINUTES} minutes'`;
/** A backlog leaves a page with pauses between. What its owner asks for right now does not wait. */
const PACED = `(p.publish_now or p.scheduled_at > now() - interval '${BACKLOG_AFTER_MINUTES} minutes'
  or c.last_published_at is null or c.last_published_at <= now() - interval '${PACE_MINUTES} minutes')`;

/** How both claims end: what the publisher needs to know, with the owner's access as it is now. */
const CLAIMED = `
  from attempts a, users u left join access_entries e on e.facebook_id = u.facebook_id
  where p.id = a.post_id and u.id = p.user_id
  returning p.*, u.facebook_id as owner_facebook_id, e.type as owner_access,
    a.id as attempt_id, a.state as attempt_state, a.remote_id as attempt_remote_id, a.sent_at, a.sending_deadline, a.clean_absences, a.tries`;

/**
 * Takes up to $1 due posts, at most one a page and only of pages with none in flight, oldest first.
 * The clock rows are the locks: whoever holds a page's row decides for the page. $2: this post only, or null.
 */
const CLAIM_DUE = `
  with candidates as (
    select p.facebook_page_id, min(p.scheduled_at) as oldest
    from posts p join page_clock c on c.facebook_page_id = p.facebook_page_id
    where p.status = 'scheduled' and not p.is_held and ${IN_TIME} and ${PAGE_IS_FREE} and ${PACED} and ${APP_IS_FREE} and ($2::bigint is null or p.id = $2)
    group by p.facebook_page_id order by oldest limit $1
  ), clocks as (
    select c.* from page_clock c join candidates using (facebook_page_id)
    where c.post_id is null for update of c skip locked
  ), picked as (
    select p.id, p.facebook_page_id from clocks c cross join lateral (
      select p.id, p.facebook_page_id from posts p
      where p.facebook_page_id = c.facebook_page_id and p.status = 'scheduled' and not p.is_held and ${IN_TIME} and ${PACED} and ($2::bigint is null or p.id = $2)
      order by p.scheduled_at, p.id limit 1 for update skip locked
    ) p
  ), occupied as (
    update page_clock c set post_id = picked.id from picked where c.facebook_page_id = picked.facebook_page_id
  ), attempts as (
    insert into publish_attempts (post_id, state) select id, 'started' from picked
    on conflict (post_id) where ended_at is null do update set updated_at = now()
    returning *
  )
  update posts p set status = 'publishing', lease_token = gen_random_uuid(), lease_expires_at = now() + interval '${LEASE_SECONDS} seconds', updated_at = now()
  ${CLAIMED}`;

/** Takes over what a dead process left behind, and what is due for another look or another try. */
const CLAIM_ABANDONED = `
  with expired as (
    select p.id from posts p where p.status = 'publishing' and p.lease_expires_at <= now() and ($2::bigint is null or p.id = $2)
    order by p.lease_expires_at limit $1 for update skip locked
  ), attempts as (
    insert into publish_attempts (post_id, state) select id, 'started' from expired
    on conflict (post_id) where ended_at is null do update set updated_at = now()
    returning *
  )
  update posts p set lease_token = gen_random_uuid(), lease_expires_at = now() + interval '${LEASE_SECONDS} seconds', updated_at = now()
  ${CLAIMED}`;

const MARK_MISSED = `
  with missed as (
    update posts set status = 'missed', problem = coalesce(problem, $1::jsonb), updated_at = now(), publish_now = false
    where id in (select id from posts where status = 'scheduled' and not is_held and scheduled_at <= now() - interval '${MISSED_AFTER_MINUTES} minutes' for update skip locked)
    returning id
  ) update publish_attempts set state = 'abandoned', ended_at = now(), updated_at = now() where post_id in (select id from missed) and ended_at is null`;

/** Every statement fences by the lease: a worker that lost it changes nothing. */
const LEASED = 'id = $1 and lease_token = $2 and status = \'publishing\'';

const RECORD_CREATED = `
  update publish_attempts a set state = 'created', remote_id = $3, updated_at = now()
  from (select id from posts where ${LEASED}) p where a.post_id = p.id and a.ended_at is null returning a.id`;

const MARK_SENDING = `
  update publish_attempts a set state = 'sending', sent_at = now(), sending_deadline = now() + make_interval(secs => $3), clean_absences = 0, updated_at = now()
  from (select id from posts where ${LEASED}) p where a.post_id = p.id and a.ended_at is null returning a.id`;

const SETTLE_PUBLISHED = `
  with done as (
    update posts set status = 'published', published_at = now(), remote_id = $3, permalink_url = $4, problem = null, publish_now = false,
      is_late = scheduled_at < now() - interval '${LATE_AFTER_MINUTES} minutes', lease_token = null, lease_expires_at = null, updated_at = now()
    where ${LEASED} returning id, facebook_page_id
  ), freed as (
    update page_clock c set post_id = null, last_published_at = now() from done where c.facebook_page_id = done.facebook_page_id
  )
  update publish_attempts a set state = 'published', remote_id = $3, ended_at = now(), updated_at = now() from done where a.post_id = done.id and a.ended_at is null returning a.id`;

/** $3: the status to leave it in, $4: problem, $5: is held, $6: error. */
const SETTLE_UNPUBLISHED = `
  with done as (
    update posts set status = $3, problem = $4::jsonb, is_held = $5, lease_token = null, lease_expires_at = null, updated_at = now(),
      publish_now = publish_now and $3 = 'scheduled'
    where ${LEASED} returning id, facebook_page_id
  ), freed as (
    update page_clock c set post_id = null from done where c.facebook_page_id = done.facebook_page_id
  )
  update publish_attempts a set state = 'refused', error = $6::jsonb, ended_at = now(), updated_at = now() from done where a.post_id = done.id and a.ended_at is null returning a.id`;

/** Keeps the post in flight and lets it be taken up again in $3 seconds. $4: attempt state, $5: problem, $6: error, $7: clean absences. */
const POSTPONE = `
  with waiting as (
    update posts set lease_token = null, lease_expires_at = now() + make_interval(secs => $3), problem = $5::jsonb, updated_at = now() where ${LEASED} returning id
  )
  update publish_attempts a set state = $4, error = coalesce($6::jsonb, a.error), clean_absences = $7, tries = a.tries + 1, updated_at = now()
  from waiting where a.post_id = waiting.id and a.ended_at is null returning a.id`;

const START_OVER = `
  update publish_attempts a set state = 'started', remote_id = null, sent_at = null, sending_deadline = null, clean_absences = 0, updated_at = now()
  from (select id from posts where ${LEASED}) p where a.post_id = p.id and a.ended_at is null returning a.id`;

/** The moves of posts on their way out. */
export function claimsRepository(db: Knex) {
  const run = async (name: string, sql: string, values: readonly unknown[]) => (await prepared<{ id: number }>(db, name, sql, values)).length > 0;
  const fence = (claim: Claim) => [claim.postId, claim.leaseToken];
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

  return {
    /** Up to `limit` posts, or only `postId`, that nobody else gets until the lease ends. */
    async claim(limit: number, postId: number | null = null): Promise<Claim[]> {
      const abandoned = await prepared<ClaimRow>(db, 'claim_abandoned', CLAIM_ABANDONED, [limit, postId]);
      const due = await prepared<ClaimRow>(db, 'claim_due', CLAIM_DUE, [limit, postId]);
      return [...abandoned, ...due].map(toClaim);
    },

    async markMissed(): Promise<void> {
      await prepared(db, 'mark_missed', MARK_MISSED, [json(MISSED)]);
    },

    /** Milliseconds until the next post is due or waits for another look; null when nothing is planned. By the database's clock. */
    async untilNext(): Promise<number | null> {
      const [row] = await prepared<{ ms: number | null }>(db, 'until_next_post', `
        select extract(epoch from least(
          (select min(scheduled_at) from posts where status = 'scheduled' and not is_held and scheduled_at > now()),
          (select min(lease_expires_at) from posts where status = 'publishing' and lease_expires_at > now())
        ) - now())::float8 * 1000 as ms`, []);
      return row?.ms ?? null;
    },

    recordCreated: (claim: Claim, remoteId: string) => run('record_created', RECORD_CREATED, [...fence(claim), remoteId]),
    markSending: (claim: Claim, timeoutSeconds: number) => run('mark_sending', MARK_SENDING, [...fence(claim), timeoutSeconds]),
    startOver: (claim: Claim) => run('start_over', START_OVER, fence(claim)),

    settlePublished: (claim: Claim, remoteId: string, permalinkUrl: string | null) => run('settle_published', SETTLE_PUBLISHED, [...fence(claim), remoteId, permalinkUrl]),

    settleUnpublished: (claim: Claim, end: { status: 'failed' | 'scheduled' | 'missed'; problem: PostProblem; isHeld: boolean; error: Failure | null }) =>
      run('settle_unpublished', SETTLE_UNPUBLISHED, [...fence(claim), end.status, json(end.problem), end.isHeld, json(describe(end.error))]),

    postpone: (claim: Claim, next: { seconds: number; state: 'started' | 'created' | 'unclear'; problem: PostProblem; error: Failure | null; cleanAbsences: number }) =>
      run('postpone', POSTPONE, [...fence(claim), next.seconds, next.state, json(next.problem), json(describe(next.error)), next.cleanAbsences]),

    /** Tells a post that was asked for right now that its page, or the app, is resting; false when neither is. */
    async explainPause(postId: number): Promise<boolean> {
      const rows = await prepared<{ id: number }>(db, 'explain_pause', `
        update posts p set problem = jsonb_build_object('code', rest.reason, 'action', null, 'message',
          'Facebook asked us to rest this page. The post goes out in about ' || ceil(extract(epoch from rest.until - now()) / 60) || ' min.')
        from (
          select p.id, greatest(c.paused_until, a.paused_until) as until, coalesce(c.pause_reason, a.pause_reason, 'rate_limited') as reason
          from posts p left join page_clock c on c.facebook_page_id = p.facebook_page_id left join app_clock a on a.environment = p.environment
          where p.id = $1
        ) rest where p.id = rest.id and p.status = 'scheduled' and rest.until > now() returning p.id`, [postId]);
      return rows.length > 0;
    },

    /** Holds every scheduled post of a page until its owner has done something about it. */
    async holdPage(facebookPageId: number, problem: PostProblem): Promise<void> {
      await db('posts').where({ facebook_page_id: facebookPageId, status: 'scheduled' }).update({ is_held: true, problem: json(problem), updated_at: db.fn.now() });
    },

    /** The page works again: its posts take their places back. */
    async releasePages(facebookPageIds: readonly number[]): Promise<void> {
      await db('posts').whereIn('facebook_page_id', facebookPageIds).where({ status: 'scheduled', is_held: true })
        .update({ is_held: false, problem: null, updated_at: db.fn.now() });
      await db('page_clock').whereIn('facebook_page_id', facebookPageIds).whereNotNull('paused_until').where('pause_reason', 'blocked')
        .update({ paused_until: null, pause_reason: null });
    },

    async pause(scope: 'page' | 'user' | 'app', claim: Claim, minutes: number, reason: string): Promise<void> {
      const until = db.raw('greatest(coalesce(paused_until, now()), now() + make_interval(mins => ?))', [minutes]);
      if (scope === 'app') {
        await db('app_clock').insert({ environment: claim.environment, paused_until: db.raw('now() + make_interval(mins => ?)', [minutes]), pause_reason: reason })
          .onConflict('environment').merge();
        return;
      }
      const pages = scope === 'page' ? [claim.facebookPageId]
        : db('facebook_pages').where({ user_id: claim.userId, environment: claim.environment }).select('id');
      await db('page_clock').whereIn('facebook_page_id', pages as number[]).update({ paused_until: until, pause_reason: reason });
    },
  };
}
export type ClaimsRepository = ReturnType<typeof claimsRepository>;

/** What is kept of a failure, for support and for the owner. */
function describe(error: Failure | null): object | null {
  if (error === null) return null;
  return error instanceof GraphError ? { ...error.details } : { message: error.message, httpStatus: error.httpStatus };
}

function toClaim(row: ClaimRow): Claim {
  return {
    postId: row.id, leaseToken: row.lease_token, userId: row.user_id, environment: row.environment, facebookPageId: row.facebook_page_id,
    content: row.content, scheduledAt: row.scheduled_at, publishNow: row.publish_now, owner: { facebookId: row.owner_facebook_id, access: row.owner_access },
    attempt: {
      id: row.attempt_id, state: row.attempt_state, remoteId: row.attempt_remote_id, sentAt: row.sent_at, sendingDeadline: row.sending_deadline,
      cleanAbsences: row.clean_absences, tries: row.tries,
    },
  };
}
