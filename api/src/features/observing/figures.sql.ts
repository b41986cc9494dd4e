import { CODE } from '../../problems/problem.ts';
import { hasCode } from '../../problems/problem.sql.ts';

/** More than so many of a kind are not counted: a queue that long is long enough to know, and counting it costs. */
const COUNTED_AT_MOST = 10_000;
/** A post that is due so long is late, whatever the reason. */
const OVERDUE_AFTER_SECONDS = 60;
/** Those whose turn is next tell of all. */
const LOOKED_AT = 1000;

const PLANNED = `posts where status = 'scheduled' and not is_held`;
const OVERDUE_SINCE = `now() - interval '${OVERDUE_AFTER_SECONDS} seconds'`;

const atMost = (from: string) => `(select count(*)::int from (select from ${from} limit ${COUNTED_AT_MOST}) counted)`;
const secondsSince = (instant: string) => `greatest(0, coalesce(extract(epoch from now() - (${instant})), 0))::float8`;
/** What this channel has not taken yet; the oldest has the lowest number. */
const untaken = (channel: string) => `outbox_deliveries where channel = '${channel}'`;
const oldestUntaken = (channel: string) => `
  select f.at from outbox_facts f where f.id = (select min(fact_id) from ${untaken(channel)})`;

/** Each part reads the beginning of an index, and no more rows than are counted. */
export const QUEUE = `
  select ${atMost(`${PLANNED} and scheduled_at > now()`)} as scheduled,
    ${atMost(`${PLANNED} and scheduled_at <= now() and scheduled_at > ${OVERDUE_SINCE}`)} as due,
    ${atMost(`${PLANNED} and scheduled_at <= ${OVERDUE_SINCE}`)} as overdue,
    ${atMost(`posts where status = 'scheduled' and is_held`)} as held,
    ${atMost(`posts where status = 'publishing'`)} as publishing,
    ${secondsSince(`select min(scheduled_at) from ${PLANNED} and scheduled_at <= now()`)} as "oldestDueSeconds"`;

/** Posts that their network did not answer for, and that wait on their way for another try or another look. */
export const UNANSWERED = `
  select target, count(*)::int as posts from (
    select target, problem from posts where status = 'publishing' order by lease_expires_at limit ${LOOKED_AT}
  ) waiting where ${hasCode('problem', CODE.retrying, CODE.confirming)} group by target`;

/** One row a page, and not a post: what pages have published lies in no index by its time. */
export const LOOP = `
  select ${secondsSince('select worked_at from loop_heartbeat')} as "idleSeconds",
    (select max(last_published_at) from page_clock) as "lastPublishedAt",
    (select backup_at from restores where released_at is null) as "restoredFrom"`;

export const OUTBOX = `
  select 'mail' as channel, ${atMost(untaken('mail'))} + ${atMost(`mails where state = 'waiting'`)}
      + ${atMost(`mails where state = 'sending'`)} as waiting,
    greatest(${secondsSince(oldestUntaken('mail'))},
      ${secondsSince(`select min(due_at) from mails where state = 'waiting'`)}) as "overdueSeconds"
  union all select 'webhook', ${atMost(untaken('webhook'))}
      + ${atMost(`webhook_deliveries where state = 'waiting'`)},
    greatest(${secondsSince(oldestUntaken('webhook'))},
      ${secondsSince('select min(due_at) from webhooks where due_at is not null')})
  union all select 'push', ${atMost(untaken('push'))} + ${atMost('push_deliveries')},
    greatest(${secondsSince(oldestUntaken('push'))},
      ${secondsSince('select min(next_attempt_at) from push_deliveries')})`;
