import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import { accountsRepository } from '../users/accounts.repository.ts';

export interface FirstStepsRow {
  readonly has_page: boolean;
  readonly has_generated: boolean;
  readonly has_scheduled: boolean;
  readonly is_dismissed: boolean;
}

/**
 * Whoever scheduled has something waiting, or it is among the newest of what went out: nobody's whole history is read
 * for this.
 */
const READ = `
  select
    exists (select from facebook_pages where user_id = u.id and environment = u.environment and is_active
      and is_connected) as has_page,
    exists (select from ai_calls where user_id = u.id and environment = u.environment and status = 'answered'
      and purpose <> 'automation')
      or exists (select from post_summaries where user_id = u.id and environment = u.environment
        and ai_published > 0) as has_generated,
    exists (select from posts where user_id = u.id and environment = u.environment and status = 'scheduled')
      or exists (select from posts where user_id = u.id and environment = u.environment
        and status in ('failed', 'missed', 'draft', 'publishing') and scheduled_at is not null)
      or exists (select from (
        select scheduled_at from posts where user_id = u.id and environment = u.environment and status = 'published'
          order by published_at desc, id desc limit 200
      ) newest where scheduled_at is not null) as has_scheduled,
    u.first_steps_dismissed_at is not null as is_dismissed
  from users u where u.id = ? and u.environment = ?`;

/** What a newcomer has done, computed from what they have. */
export function firstStepsRepository(db: Knex) {
  return {
    async read(owner: Owner): Promise<FirstStepsRow> {
      const { rows } = await db.raw<{ rows: FirstStepsRow[] }>(READ, [owner.userId, owner.environment]);
      if (rows[0] === undefined) throw new Error('The person is gone');
      return rows[0];
    },

    async setDismissed(owner: Owner, isDismissed: boolean): Promise<void> {
      await accountsRepository(db).setFirstStepsDismissed(owner.userId, isDismissed);
    },
  };
}
