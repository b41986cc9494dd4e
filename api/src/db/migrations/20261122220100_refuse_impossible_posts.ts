import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

/** Each step is short, and others work between them. */
export const config = { transaction: false };

/** What holds of every post, whoever writes it. */
const CHECKS = {
  // Who waits for its owner is planned, says why, and was not asked for right now: that fails instead of waiting.
  posts_hold_check: "not is_held or (status = 'scheduled' and not publish_now and problem is not null)",
  posts_publish_now_check: "not publish_now or status in ('scheduled', 'publishing')",
  // A limit of its own puts off what is planned, and stands in the row until it has gone out.
  posts_wait_check: "wait_until is null or (status in ('scheduled', 'publishing') and not publish_now)",
  posts_worker_check:
    "(lease_token is null or status = 'publishing') and (lease_owner is null or lease_token is not null)",
  posts_time_check: "status in ('draft', 'published') or scheduled_at is not null",
  posts_out_check: `case status when 'published' then problem is null
    else published_at is null and remote_id is null and permalink_url is null and not is_late end`,
} as const;

/**
 * Rows that earlier versions left. Until posts that were moved by their owner stopped waiting, drafts and planned posts kept a
 * `wait_until` of before, and what failed with its page kept it longer; posts of automation that were missed kept `publish_now` until
 * they were missed as others. Pages were once held with all their posts, also with what was asked for right now.
 * The other combinations are of no version that is known: somebody's own statement may have made them.
 * Of two that contradict each other the one that sends nothing by surprise is kept.
 */
const TIDY = `
  update posts p set
    is_held = p.is_held and p.status = 'scheduled' and coalesce(p.problem, t.problem) is not null,
    problem = case when p.status = 'published' then null when p.is_held and p.status = 'scheduled' then coalesce(p.problem, t.problem) else p.problem end,
    publish_now = p.publish_now and p.status in ('scheduled', 'publishing') and not (p.is_held and p.status = 'scheduled'),
    wait_until = case when p.status in ('scheduled', 'publishing') and (not p.publish_now or p.is_held and p.status = 'scheduled') then p.wait_until end,
    lease_token = case when p.status = 'publishing' then p.lease_token end,
    lease_owner = case when p.status = 'publishing' and p.lease_token is not null then p.lease_owner end,
    scheduled_at = case when p.status in ('draft', 'published') then p.scheduled_at else coalesce(p.scheduled_at, p.updated_at) end,
    published_at = case when p.status = 'published' then p.published_at end,
    remote_id = case when p.status = 'published' then p.remote_id end,
    permalink_url = case when p.status = 'published' then p.permalink_url end,
    is_late = p.is_late and p.status = 'published'
  from (
    select o.id, g.problem from posts o left join facebook_pages g on g.id = o.facebook_page_id
    where not (${Object.values(CHECKS)
      .map((check) => `(${check.replaceAll(/\b(status|problem)\b/g, 'o.$1')})`)
      .join(' and ')})
  ) t where t.id = p.id`;

export async function up(db: Knex): Promise<void> {
  await db.raw(TIDY);
  for (const [name, check] of Object.entries(CHECKS)) {
    const { rows } = await db.raw<{ rows: unknown[] }>(
      "select from pg_constraint where conrelid = 'posts'::regclass and conname = ?",
      [name],
    );
    // A start that was cut off goes on where it stopped.
    if (rows.length === 0) await alterGently(db, `alter table posts add constraint ${name} check (${check}) not valid`);
  }
  // What an older process has written between the two.
  await db.raw(TIDY);
  for (const name of Object.keys(CHECKS)) await alterGently(db, `alter table posts validate constraint ${name}`);
}

export async function down(db: Knex): Promise<void> {
  await alterGently(
    db,
    `alter table posts ${Object.keys(CHECKS)
      .map((name) => `drop constraint if exists ${name}`)
      .join(', ')}`,
  );
}
