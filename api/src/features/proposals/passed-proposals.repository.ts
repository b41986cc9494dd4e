import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { PageId, UserId } from '../../contract/ids.ts';
import { AUTHOR_MAY_PROPOSE } from '../page-rights/page-rights.repository.ts';
import { PAST_TOLERANCE_MS } from '../posts/post-preconditions.ts';

/** A proposal whose minute is over, and about which nobody has decided. */
export interface Passed {
  readonly id: number;
  readonly userId: UserId;
  readonly environment: Environment;
  readonly facebookPageId: PageId;
  readonly pageName: string;
  /** Whoever proposed it for the page of somebody else; null where that is the owner, or nobody any more. */
  readonly memberId: UserId | null;
}

/**
 * Those that nobody was told of, at most `limit`: noted as told for the time that they have now, in the transaction
 * that tells it.
 */
export async function takePassed(trx: Knex, limit: number): Promise<Passed[]> {
  // One process after the other: what one has noted is there when the statement of the next one begins.
  await trx.raw("select pg_advisory_xact_lock(hashtextextended('proposals-passed', 0))");
  const { rows } = await trx.raw<{ rows: Passed[] }>(
    `with passed as (
      select pr.id, pr.user_id, pr.environment, pr.facebook_page_id, g.name,
        case when pr.author_id <> pr.user_id and ${AUTHOR_MAY_PROPOSE} then pr.author_id end as member_id
      from proposals pr join facebook_pages g on g.id = pr.facebook_page_id and g.removed_at is null
      where pr.state = 'waiting' and pr.scheduled_at < now() - make_interval(secs => ?) and not exists (
        select from proposal_events e
        where e.proposal_id = pr.id and e.kind = 'time_passed' and e.at >= pr.scheduled_at)
      order by pr.id limit ? for update of pr skip locked
    ), noted as (
      insert into proposal_events (proposal_id, user_id, environment, kind)
      select id, user_id, environment, 'time_passed' from passed
    )
    select id, user_id as "userId", environment, facebook_page_id as "facebookPageId", name as "pageName",
      member_id as "memberId" from passed`,
    [PAST_TOLERANCE_MS / 1000, limit],
  );
  return rows;
}
