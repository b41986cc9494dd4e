import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';

/** A loop ticks every few seconds: after this long without one that got through, nothing goes out. */
export const STOPPED_AFTER_SECONDS = 45;

const READ = `
  select worked_at as "lastTickAt", worked_at > now() - interval '${STOPPED_AFTER_SECONDS} seconds' as "isRunning"
    from loop_heartbeat`;

const RESTORED = 'select backup_at from restores where released_at is null';

export interface LoopStatus {
  readonly isRunning: boolean;
  /** When any process last got through what is due. */
  readonly lastTickAt: Date | null;
}

export function statusRepository(db: Knex) {
  return {
    async loop(): Promise<LoopStatus> {
      const [row] = await prepared<LoopStatus>(db, 'loop_status', READ, []);
      return row ?? { isRunning: false, lastTickAt: null };
    },

    /** The time of the backup that was put back and waits to be released; null when there is none. */
    async restoredFrom(): Promise<Date | null> {
      const [row] = await prepared<{ backup_at: Date }>(db, 'restored_from', RESTORED, []);
      return row?.backup_at ?? null;
    },
  };
}
export type StatusRepository = ReturnType<typeof statusRepository>;
