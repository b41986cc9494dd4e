import { PATIENCE } from '../../db/lock-patience.sql.ts';
import { moveSql } from '../posts/post-writes.sql.ts';
import { TOO_LATE } from './claims.sql.ts';
import { LATE_AFTER_MINUTES } from './rules.ts';

/**
 * Of posts `g` with their leases, those that are still their worker's. Who holds one of them keeps no other waiting: it
 * is left out, and moved by itself. What triggers lock is waited for as long as `patience` says. A post may be given
 * twice, by an old lease and by the one that holds: `place` says which of them it is.
 */
const heldOf = (arrays: string, names: string, columns: string, where = 'true') => `
  select p.id, g.place::int, ${columns} from patience, unnest(${arrays}) with ordinality as g(${names}, place)
    join posts p on p.id = g.post_id and p.lease_token = g.lease_token and p.status = 'publishing'
  where ${where}
  order by p.id for no key update of p skip locked`;

/** The clocks of their pages that nobody holds: whoever decides for a page may hold its clock for seconds. */
const CLOCKS = `
  select c.facebook_page_id from page_clock c where c.facebook_page_id in (
    select p.facebook_page_id from unnest($1::bigint[]) as g(post_id) join posts p on p.id = g.post_id)
  order by c.facebook_page_id for no key update skip locked`;
const CLOCK_IS_FREE = 'p.facebook_page_id is null or p.facebook_page_id in (select facebook_page_id from clocks)';

/**
 * Moves of several claimed posts at once: each the same as its namesake of one, and tells its place, from 1 on.
 * $1: posts, $2: their leases.
 */
export const MOVES_TOGETHER = {
  /** $3: seconds, $4: objects about to be shown, $5: marks of their texts. */
  markSending: `
    with ${PATIENCE}, held as (${heldOf(
      '$1::bigint[], $2::uuid[], $3::float8[], $4::text[], $5::text[]',
      'post_id, lease_token, seconds, remote_id, text_mark',
      `g.seconds, g.remote_id, g.text_mark, p.${TOO_LATE} as is_too_late`,
    )}), marked as (
      update publish_attempts a set state = 'sending', remote_id = coalesce(held.remote_id, a.remote_id),
        sent_at = now(), first_sent_at = coalesce(a.first_sent_at, now()),
        sending_deadline = now() + make_interval(secs => held.seconds), clean_absences = 0, absent_since = null,
          may_be_out = true, text_mark = held.text_mark, updated_at = now()
      from held where a.post_id = held.id and a.ended_at is null and not held.is_too_late returning a.post_id
    )
    select place, is_too_late from held where is_too_late or id in (select post_id from marked)`,

  /** $3: ids, $4: permalinks. */
  settlePublished: `
    with ${PATIENCE}, clocks as (${CLOCKS}), held as (${heldOf(
      '$1::bigint[], $2::uuid[], $3::text[], $4::text[]',
      'post_id, lease_token, remote_id, permalink_url',
      'g.remote_id, g.permalink_url',
      CLOCK_IS_FREE,
    )}), done as (
      ${moveSql('settle', {
        given: {
          remote_id: 'held.remote_id',
          permalink_url: 'held.permalink_url',
          is_late: `scheduled_at < now() - interval '${LATE_AFTER_MINUTES} minutes'`,
        },
        from: 'held',
        where: 'p.id = held.id',
        isLocked: true,
      })} returning p.id, p.facebook_page_id, held.remote_id, held.place
    ), freed as (
      -- Two of them may be on one page.
      update page_clock c set last_published_at = now(),
        post_id = case when c.post_id in (select id from done) then null else c.post_id end
      where c.facebook_page_id in (select facebook_page_id from done)
    )
    update publish_attempts a set state = 'published', remote_id = done.remote_id, may_be_out = false,
      ended_at = now(), updated_at = now()
    from done where a.post_id = done.id and a.ended_at is null returning done.place`,
} as const;
