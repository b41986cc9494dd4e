import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';

/** A loop ticks every few seconds: after this long without one, no process runs it. */
const STOPPED_AFTER_SECONDS = 45;

const READ = `
  select ticked_at as "lastTickAt", ticked_at > now() - interval '${STOPPED_AFTER_SECONDS} seconds' as "isRunning" from loop_heartbeat`;

export interface LoopStatus {
  readonly isRunning: boolean;
  /** When any process last looked for due posts. */
  readonly lastTickAt: Date | null;
}

export function statusRepository(db: Knex) {
  return {
    async loop(): Promise<LoopStatus> {
      const [row] = await prepared<LoopStatus>(db, 'loop_status', READ, []);
      return row ?? { isRunning: false, lastTickAt: null };
    },
  };
}
export type StatusRepository = ReturnType<typeof statusRepository>;
