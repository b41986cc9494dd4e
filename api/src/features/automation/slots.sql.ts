import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { CODE } from '../../problems/problem.ts';
import { hasCode, mayBeOutSql } from '../../problems/problem.sql.ts';
import { spacingSql } from '../../networks/spacing.sql.ts';
import { FACEBOOK } from '../../contract/networks.ts';
import { dropSql, IN_AUTOMATIONS_HANDS, insertSql, moveSql } from '../posts/post-writes.sql.ts';
import { APPROVED_POST, noteApprovalSql } from '../approvals/approvals.sql.ts';
import { pageZoneSql } from '../slots/page-zone.sql.ts';
import { abandonSql } from '../publishing/attempts.sql.ts';
import { SEEN_OUT } from '../publishing/claims.sql.ts';
import { beginAutomaticCalls } from '../ai-calls/ai-calls.sql.ts';

/** A call to the AI that has not come to an end by then is taken over: longer than any call is waited for. */
export const LEASE_SECONDS = 180;
/** A post that automation made goes out this late at most. */
export const DROPPED_AFTER_MINUTES = 60;
/** What a page has had in this time is not to be repeated. */
export const REPEAT_DAYS = 90;

/**
 * Every move fences by the lease, $1 and $2: who lost it, and whose slot was stopped or skipped meanwhile, changes
 * nothing.
 */
const LEASED = "id = $1 and lease_token = $2 and state = 'calling'";
const FREED = 'lease_token = null, updated_at = now()';

/** The page $1 at Facebook `f`, by each connection `g` of it, and who automates that. */
const CONNECTIONS = 'facebook_pages f join facebook_pages g on g.page_id = f.page_id and g.environment = f.environment';
const WHEN = 'coalesce(p.published_at, p.scheduled_at, p.created_at)';
const IS_RECENT = (at: string) => `${at} > now() - interval '${REPEAT_DAYS} days'`;

/**
 * What followers of the page $1 have read, whoever of its people published it here; what is still to come is only told
 * of one's own.
 */
const READ_ON_PAGE = `
  ${CONNECTIONS} join posts p on p.facebook_page_id = g.id
  where f.id = $1 and (g.id = f.id or p.status = 'published') and p.placement = 'feed' and ${IS_RECENT(WHEN)}`;

/** What the page $1 has had or is about to have, whoever of its people is behind it, but for the slot $3. */
const TEXTS_OF_PAGE = `
  select p.content, g.id as page from ${CONNECTIONS} join posts p on p.facebook_page_id = g.id
  where f.id = $1 and p.placement = 'feed' and ${IS_RECENT(WHEN)}
    and (g.id = f.id or p.status in ('scheduled', 'publishing', 'published') or ${mayBeOutSql('p')})
  union all
  select s.content, g.id from ${CONNECTIONS} join automation_slots s on s.facebook_page_id = g.id
  where f.id = $1 and s.state = 'draft' and s.id <> $3 and ${IS_RECENT('s.due_at')}`;

/** Nobody else moves the slot until the transaction ends. */
export const HOLD_SLOT = `select id from automation_slots where ${LEASED} for no key update`;

/** $1: page. Texts for it are stored one after the other, whoever has connected it. */
export const HOLD_TEXTS_OF_PAGE = `
  select pg_advisory_xact_lock(hashtextextended('texts:' || page_id || '/' || environment, 0))
  from facebook_pages where id = $1`;

/** $1: at most so many. Nobody else gets them until the lease ends. */
export const CLAIM = `
  with picked as (
    select id from automation_slots where state in ('planned', 'calling') and next_at <= now() order by next_at limit $1
      for no key update skip locked
  )
  update automation_slots s set state = 'calling', lease_token = gen_random_uuid(),
    next_at = now() + interval '${LEASE_SECONDS} seconds', updated_at = now()
  from picked join automation_slots o on o.id = picked.id
    join automation_settings a on a.user_id = o.user_id
    join facebook_pages g on g.id = o.facebook_page_id
    join users u on u.id = o.user_id
    left join automation_page_configurations c on c.facebook_page_id = o.facebook_page_id
    left join access_entries e on e.facebook_id = u.facebook_id
    left join page_voices v on v.facebook_page_id = o.facebook_page_id
  where s.id = picked.id
  returning s.id, now() as claimed_at, s.lease_token, s.user_id, s.environment, s.facebook_page_id, s.due_at,
    s.content_type, s.calls, s.tries,
    s.due_at <= now() - interval '${DROPPED_AFTER_MINUTES} minutes' as is_too_late,
    a.is_enabled as is_running, a.problem as held_by, a.held_until > now() as is_held, a.held_until,
    g.name as page_name, g.category, g.is_connected, g.removed_at is not null as is_removed, g.problem as page_problem,
    u.facebook_id as owner_facebook_id, e.type as owner_access,
    coalesce(c.is_enabled, false) as is_page_enabled, c.paused_at is not null as is_page_paused, c.content_scope,
      c.language, c.mode, coalesce(c.disclosure, '') as disclosure, v.voice`;

/** $1: page. */
export const DISCLOSURE = 'select disclosure from automation_page_configurations where facebook_page_id = $1';

/** The last cycle was made by a clock that was far ahead: `isFarAhead` in SQL. */
const IS_FAR_AHEAD = 's.last_cycle_at > now() + make_interval(hours => s.frequency_hours)';
/** Of settings `s`: a cycle of theirs is to be made. */
export const IS_CYCLE_DUE = `s.is_enabled and (s.next_cycle_at <= now() or ${IS_FAR_AHEAD})`;

/** What a tick finds to do. Without anything it costs this one statement. */
export const DUE = `
  select exists (select from automation_settings s where ${IS_CYCLE_DUE}) as cycles,
    exists (select from automation_slots where state in ('planned', 'calling') and next_at <= now()) as texts,
    exists (select from automation_slots where state = 'draft' and next_at <= now()) or exists (
      select from posts where is_automatic and status in ('scheduled', 'missed')
        and scheduled_at <= now() - interval '${DROPPED_AFTER_MINUTES} minutes'
    ) as ends`;

/** Why a slot came to nothing: as `becauseOf` says it. */
const BECAUSE_OF_ITS_POST =
  "jsonb_build_object('code', 'problem', 'params', jsonb_build_object('problem', late.problem))";

export const MOVES = {
  /**
   * Notes a call before it is made; nothing when two may have been paid for already. $3: model, $4: prompt, $5: what it
   * reserves of the budgets, $6 and $7: id and version of the prompt.
   */
  begin: `
    with slot as (
      update automation_slots set calls = calls + 1, next_at = now() + interval '${LEASE_SECONDS} seconds',
        updated_at = now() where ${LEASED} and calls < 2
      returning id, user_id, environment
    ), call as (
      ${beginAutomaticCalls('slot', {
        model: '$3',
        prompt: '$4',
        reservedMicros: '$5',
        promptId: '$6',
        promptVersion: '$7',
      })}
    )
    insert into automation_slot_calls (slot_id, ai_call_id) select slot.id, call.id from slot, call
      returning ai_call_id as id`,

  /** The call came to nothing. $3: seconds until the next, $4: whether it may have been paid. */
  tryLater: `
    update automation_slots set state = 'planned', calls = calls - (not $4::boolean)::int,
      tries = tries + (not $4::boolean)::int, next_at = now() + make_interval(secs => $3), ${FREED}
    where ${LEASED} returning id`,

  /** Nothing is asked for now. $3: when to poll again, $4: a call was noted, and turned away. */
  putBack: `update automation_slots set state = 'planned', calls = calls - $4::boolean::int, next_at = $3,
    ${FREED} where ${LEASED} returning id`,

  /** $3: skipped or failed, $4: reason. */
  end: `update automation_slots set state = $3, reason = $4::jsonb, next_at = null,
    ${FREED} where ${LEASED} returning id`,

  /** $3: text, $4: days, $5: what to look at before it is approved, or null. */
  keepDraft: `
    update automation_slots set state = 'draft', content = $3, mode = 'draft', unsourced = $5::jsonb,
      next_at = greatest(due_at, now()) + make_interval(days => $4), ${FREED} where ${LEASED} returning id`,

  /**
   * How close a text is to the closest of its page, 0 to 1; without the lines that stand below those. $1: page, $2:
   * text, $3: this slot.
   */
  closeness: `
    select coalesce(max(case when starts_with(had.content, $2) then 1
      else similarity(replace(had.content, coalesce(c.disclosure, ''), ''), $2) end), 0)::float8 as closeness
    from (${TEXTS_OF_PAGE}) had left join automation_page_configurations c on c.facebook_page_id = had.page`,

  /** $1: page, $2: at most so many. */
  recent: `
    select content from (
      select p.content, coalesce(p.published_at, p.scheduled_at, p.created_at) as at from ${READ_ON_PAGE}
      union all
      select content, due_at from automation_slots where facebook_page_id = $1 and state = 'draft'
        and due_at > now() - interval '${REPEAT_DAYS} days'
    ) had order by at desc limit $2`,

  /**
   * What nobody waits for any more once it is late: the slot says why, the post goes. One that a person has changed, or
   * that may be out, is missed instead: nothing that somebody wrote is thrown away, and its owner is asked. $1: reason,
   * $2: what a missed post says.
   */
  dropLate: `
    with late as (
      select p.id, p.automation_slot_id, p.problem,
        coalesce(p.content <> s.content or s.written is not null, true) or ${mayBeOutSql('p')} as is_kept
      from posts p left join automation_slots s on s.id = p.automation_slot_id
      where ${IN_AUTOMATIONS_HANDS} and p.scheduled_at <= now() - interval '${DROPPED_AFTER_MINUTES} minutes'
        and not ${SEEN_OUT}
      order by p.id for update of p skip locked
    ), missed as (
      ${moveSql('missChanged', {
        given: { problem: 'coalesce(p.problem, $2::jsonb)' },
        from: 'late',
        where: 'p.id = late.id and late.is_kept',
        isLocked: true,
      })}
    ), given_up as (
      ${abandonSql('late', 'a.post_id = late.id and late.is_kept')}
    ), told as (
      update automation_slots s set state = 'skipped', updated_at = now(),
        reason = case when late.problem is null or ${hasCode('late.problem', CODE.queued, CODE.missed)} then $1::jsonb
          else ${BECAUSE_OF_ITS_POST} end
      from late where s.id = late.automation_slot_id and not late.is_kept
    )
    ${dropSql('late', 'p.id = late.id and not late.is_kept')} returning p.id`,

  /** $1: reason. */
  giveUpDrafts: `update automation_slots set state = 'skipped', reason = $1::jsonb, next_at = null, updated_at = now()
    where state = 'draft' and next_at <= now() returning id`,
} as const;

const SLOT_OF_POST = 'id, user_id, environment, facebook_page_id, content, content_type, due_at';

/** When the post of `slot` goes out. What is late already leaves its distance to what automation has planned before. */
const GOES_OUT_AT = `case when slot.due_at > now() then slot.due_at else greatest(now(), (
  select max(p.scheduled_at) + ${spacingSql('slot.user_id')} from posts p
  where p.facebook_page_id = slot.facebook_page_id and p.is_automatic and p.status in ('scheduled', 'publishing')
    and not p.is_held and p.scheduled_at < now() + interval '1 day'
)) end`;

/** $1: slot. */
export const GOES_OUT = `select ${GOES_OUT_AT} as at from automation_slots slot where slot.id = $1`;

/** Makes the post of each slot in `slot`, with the text `content` that is about to go out. */
const POST_OF_SLOT = `
  ${insertSql(
    'scheduled',
    {
      user_id: 'slot.user_id',
      environment: 'slot.environment',
      target: `'${FACEBOOK}'`,
      facebook_page_id: 'slot.facebook_page_id',
      content: 'slot.content',
      content_type: 'slot.content_type',
      is_ai_generated: 'true',
      scheduled_at: GOES_OUT_AT,
      ai_call_id: '(select max(ai_call_id) from automation_slot_calls where slot_id = slot.id)',
      automation_slot_id: 'slot.id',
      is_automatic: 'true',
    },
    'slot',
  )} returning ${APPROVED_POST}`;

/** Makes the posts of `slot`, and notes who let them through. */
const NOTED_POST_OF_SLOT = (by: Omit<Parameters<typeof noteApprovalSql>[1], 'zone'>) => `
  post as (${POST_OF_SLOT}), noted as (
    ${noteApprovalSql('post', { ...by, zone: pageZoneSql('post.facebook_page_id') })}
  ) select id from post`;

/**
 * At this moment: review may have been switched on, or the line been changed, while the AI wrote. A change of the
 * page's settings that is under way is waited for. $1, $2: lease, $3: text, $4: the line that it ends with.
 */
const SCHEDULED_SLOT = (condition: string) => `
  slot as (
    update automation_slots set state = 'scheduled', content = $3, mode = 'publish', next_at = null, ${FREED}
    where ${LEASED} and (select c.disclosure = $4 and ${condition}
      from automation_page_configurations c where c.facebook_page_id = automation_slots.facebook_page_id for share)
    returning ${SLOT_OF_POST}
  )`;

/** For a page without review. $5: whether the text claims what has no source. */
export const SCHEDULE = `
  with ${SCHEDULED_SLOT("c.mode = 'publish' and not (c.holds_unsourced and $5::boolean)")},
  ${NOTED_POST_OF_SLOT({ kind: 'nobody' })}`;

/** For a page with review, by a rule that is held. $5: the rule as JSON. */
export const SCHEDULE_BY_RULE = `
  with ${SCHEDULED_SLOT("c.mode = 'draft'")},
  ${NOTED_POST_OF_SLOT({ kind: 'rule', rule: '$5' })}`;

/** Bound to the text that was read. $1: slot, $2: user, $3: environment, $4: hash. */
export const APPROVE = `
  with slot as (
    update automation_slots set state = 'scheduled', next_at = null, updated_at = now()
    where id = $1 and user_id = $2 and environment = $3 and state = 'draft'
      and encode(sha256(convert_to(content, 'UTF8')), 'hex') = $4
    returning ${SLOT_OF_POST}
  ), ${NOTED_POST_OF_SLOT({ kind: 'person' })}`;

/** With the account. */
export function removingSlotsOf(db: Knex, owner: Owner): Knex.QueryBuilder {
  return ownedBy(db, 'automation_slots', owner).delete();
}
