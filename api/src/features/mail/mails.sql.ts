/** As long as a process may hold a mail without a word. One that lives says that it does. */
const LEASE_SECONDS = 20;
export const LEASE = `now() + interval '${LEASE_SECONDS} seconds'`;
/** Facts that follow upon each other go into one mail, which leaves this much after the first of them at the latest. */
export const GATHER_AT_MOST = "interval '40 seconds'";
const GATHER_QUIET = "interval '10 seconds'";

const UNTIL = (since: string) => `least(${since} + ${GATHER_AT_MOST}, now() + ${GATHER_QUIET})`;

/** One that was put off, for a server that is away or until the morning, keeps its time. */
export const gather = `
  insert into mails as m (user_id, environment, purpose, since, due_at)
  select of_user, of_environment, 'facts', of_since, ${UNTIL('of_since')}
  from (select ?::bigint as of_user, ?::text as of_environment, ?::timestamptz as of_since) f
  on conflict (user_id) where state = 'waiting' and purpose = 'facts' do update
    set due_at = case when m.tries > 0 or m.due_at > m.since + ${GATHER_AT_MOST} + ${GATHER_QUIET} then m.due_at
      else ${UNTIL('m.since')} end
  returning id`;

/** Asked every second, and mostly answered no: facts to gather, mails that are due, and what a dead process held. */
export const hasWork = `
  select exists (select from outbox_deliveries where channel = 'mail')
    or exists (select from mails where state = 'waiting' and due_at <= now())
    or exists (select from mails where state = 'sending' and lease_expires_at < now()) as has_work`;

export const claim = `
  with oldest as (
    select id from mails where state = 'waiting' and due_at <= now() order by due_at, id limit ? for update skip locked
  ), newest as (
    select id from mails where state = 'waiting' and due_at <= now() and id not in (select id from oldest)
    order by due_at desc, id desc limit ? for update skip locked
  )
  update mails m set state = 'sending', tries = tries + 1, lease_token = gen_random_uuid(), lease_expires_at = ${LEASE},
    handed_at = null
  from (select id from oldest union all select id from newest) c where m.id = c.id
  returning m.id, m.user_id, m.environment, m.purpose, m.to_address, m.params, m.since, m.tries, m.lease_token`;

/**
 * One waits for each person at most: where another has begun to, this one's facts go into that. It is locked too, since
 * whoever takes it up at that moment reads what it tells before these are in it.
 */
const joining = (which: string, change: string) => `
  with mine as (
    select m.id, m.user_id, m.purpose from mails m where ${which} for update
  ), other as (
    select o.id from mails o join mine on o.user_id = mine.user_id
    where o.state = 'waiting' and o.purpose = 'facts' and mine.purpose = 'facts' for update of o
  ), moved as (
    insert into mail_facts (mail_id, fact_id)
    select other.id, f.fact_id from other, mine join mail_facts f on f.mail_id = mine.id
    on conflict do nothing
  )
  update mails m set lease_token = null, lease_expires_at = null,
    state = case when other.id is null then 'waiting' else 'settled' end,
    ended_at = case when other.id is null then null else now() end, ${change}
  from mine left join other on true where m.id = mine.id`;

export const again = joining(
  "m.id = ? and m.lease_token = ? and m.state = 'sending'",
  'due_at = now() + make_interval(secs => ?), error = ?::jsonb',
);

export const putBack = joining(
  "m.id = ? and m.lease_token = ? and m.state = 'sending'",
  'tries = m.tries - 1, due_at = ?::timestamptz, error = null',
);

export const deadOnes = `
  select id from mails where state = 'sending' and lease_expires_at < now() and handed_at is null
  order by id limit 100`;
export const releaseDead = joining(
  "m.id = ? and m.state = 'sending' and m.lease_expires_at < now() and m.handed_at is null",
  'due_at = now()',
);

/** No mail waits longer for another try. Until the morning it may wait longer: then it has no error. */
const LONGEST_WAIT = "interval '1 hour'";

/** The database's clock stood ahead when these times were written: by the right one they would wait for that. */
export const setRight = `
  update mails set since = least(since, now()), due_at = now() where state = 'waiting'
    and (since > now() + interval '1 minute' or (error is not null and due_at > now() + ${LONGEST_WAIT}))`;
/** Who holds one and lives says so by the right clock. */
export const setLeasesRight = `
  update mails set lease_expires_at = ${LEASE}
  where state = 'sending' and lease_expires_at > now() + interval '${2 * LEASE_SECONDS} seconds'`;

/** Pauses before a mail that may have been taken goes out again, in seconds; after the last it has had its chances. */
const AFTER_UNCLEAR = [15, 300, 1800];

const TIMES_UNCLEAR = "coalesce((params ->> 'unclear')::int, 0)";

/**
 * It goes out again by its own id, and waits by itself: a receiver that has it already leaves out whatever else would
 * be in it by then.
 */
const goesOutAgain = (which: string, error: string, sinceThen: number) => `
  update mails set error = ${error}, lease_token = null, lease_expires_at = null,
    purpose = case when purpose = 'facts' then 'reminder' else purpose end,
    params = params || jsonb_build_object('after', id, 'unclear', ${TIMES_UNCLEAR} + 1),
    state = case when ${TIMES_UNCLEAR} < ${AFTER_UNCLEAR.length} then 'waiting' else 'unclear' end,
    ended_at = case when ${TIMES_UNCLEAR} < ${AFTER_UNCLEAR.length} then null else now() end,
    due_at = now() + make_interval(
      secs => greatest(coalesce((array[${AFTER_UNCLEAR.join()}])[${TIMES_UNCLEAR} + 1], 0) - ${sinceThen}, 0))
  where ${which}`;

export const unclear = goesOutAgain("id = ? and lease_token = ? and state = 'sending'", '?::jsonb', 0);

export const unclearOfDead = goesOutAgain(
  `id in (select id from mails where state = 'sending' and lease_expires_at < now() and handed_at is not null
    for update skip locked)`,
  `'{"code": null, "reason": "process-ended"}'`,
  LEASE_SECONDS,
);

/** @returns whom it went to, the first time that it comes back */
export const cameBack = `
  update mails set bounced_at = now() where id = ? and sent_to is not null and bounced_at is null
  returning user_id, environment, sent_to`;

/** Proposals whose time has passed: they do not wait for each of their readers. */
const IS_OVER = `(f.kind = 'proposal_waits' and coalesce(f.params ->> 'isOver' = 'true', false))`;
/** What has been dealt with is not told any more, and what somebody chose not to hear of is not told either. */
export const openFacts = `
  select f.id, case when ${IS_OVER} then 'proposal_over' else f.kind end as kind
  from mail_facts m join outbox_facts f on f.id = m.fact_id
    left join posts p on p.id = f.post_id and p.user_id = f.user_id
    left join facebook_pages g on g.id = f.facebook_page_id and g.user_id = f.user_id
  where m.mail_id = ?
    and not exists (select from notification_choices c where c.user_id = f.user_id and c.environment = f.environment
      and c.kind = f.kind and c.channel = 'mail' and not c.enabled)
    and not exists (
      select from mail_muted_pages x where x.facebook_page_id = f.facebook_page_id and x.user_id = f.user_id)
    and case f.kind
      when 'post_failed' then coalesce(p.status in ('failed', 'missed'), false)
      when 'post_missed' then coalesce(p.status in ('failed', 'missed'), false)
      when 'post_in_doubt' then coalesce(p.status in ('publishing', 'failed', 'missed'), false)
      when 'page_needs_reconnect' then case when f.facebook_page_id is null then exists (
          select from facebook_pages l where l.user_id = f.user_id and l.environment = f.environment
            and l.removed_at is null and is_of_login(l.problem))
        else coalesce(g.removed_at is null and g.problem is not null, false) end
      when 'page_warning' then coalesce(g.removed_at is null and coalesce(g.problem, g.warning) is not null, false)
      when 'automation_waits_for_review' then exists (
        select from automation_slots s where s.id = (f.params ->> 'slotId')::bigint and s.state = 'draft')
      when 'proposal_waits' then exists (
        select from proposals r where r.state = 'waiting' and r.id = any(case when ${IS_OVER}
            then array(select jsonb_array_elements_text(f.params -> 'proposalIds')::bigint)
            else array[(f.params ->> 'proposalId')::bigint] end)
          and (not ${IS_OVER} or r.scheduled_at < now() and r.facebook_page_id = f.facebook_page_id)
          and (r.user_id = f.user_id or ${IS_OVER} and r.author_id = f.user_id or exists (select from page_members m
            where m.facebook_page_id = r.facebook_page_id and m.member_id = f.user_id and m.role = 'approver')))
      when 'automation_stopped' then case when f.facebook_page_id is null then exists (
          select from automation_settings s where s.user_id = f.user_id and s.problem is not null)
        else exists (select from automation_page_configurations c
          where c.facebook_page_id = f.facebook_page_id and c.paused_at is not null) end
      when 'feed_unreadable' then exists (
        select from feeds d where d.id = (f.params ->> 'feedId')::bigint and d.failing_since is not null)
      else true end
  order by f.id`;
