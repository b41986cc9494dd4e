import type { Knex } from 'knex';
import type { Restore } from '../backup-marks/restores.repository.ts';
import type { PostId } from '../../contract/ids.ts';
import { toClaim, type Claim, type ClaimRow } from '../publishing/claim.ts';
import { claimsRepository } from '../publishing/claims.repository.ts';
import { CLAIMED_POST } from '../publishing/claims.sql.ts';

export type RestoredOutcome = 'out' | 'not-out' | 'unknown';

/** As a claim has them, though nobody claims them. */
const UNCHECKED = `
  select ${CLAIMED_POST}, now() as claimed_at, u.facebook_id as owner_facebook_id, e.type as owner_access, 0 as deaths,
    0 as attempt_id, 'started' as attempt_state, null as attempt_remote_id, '{}'::jsonb as checkpoint, null as sent_at,
    0 as clean_absences, 0 as tries, null as ms_since_deadline, null as ms_absent, false as said_duplicate,
    null as searched_until, '[]'::jsonb as sends, false as is_told_not_out, null as forgotten_since,
    null as forgotten_until, null as forgotten_is_loss
  from posts p join users u on u.id = p.user_id left join access_entries e on e.facebook_id = u.facebook_id
  where p.status in ('scheduled', 'publishing') and p.scheduled_at <= now()
    and p.scheduled_at > :backupAt::timestamptz - interval '1 hour'
    and not exists (select from restored_posts c where c.post_id = p.id and c.restore_id = :id)
  order by p.scheduled_at, p.id limit :limit`;

/** What was found of the posts whose time has come since a backup was made. */
export function restoredPostsRepository(db: Knex) {
  const { takenIds } = claimsRepository(db);
  return {
    takenIds,

    async unchecked({ id, backupAt }: Restore, limit: number): Promise<Claim[]> {
      const { rows } = await db.raw<{ rows: ClaimRow[] }>(UNCHECKED, { id, backupAt, limit });
      return rows.map(toClaim);
    },

    async note({ id }: Restore, postId: PostId, outcome: RestoredOutcome): Promise<void> {
      await db('restored_posts')
        .insert({ post_id: postId, restore_id: id, outcome })
        .onConflict('post_id')
        .merge({ restore_id: id, outcome, checked_at: db.fn.now() });
    },
  };
}
export type RestoredPosts = ReturnType<typeof restoredPostsRepository>;
