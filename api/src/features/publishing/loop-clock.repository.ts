import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';
import { IS_GAP } from './gaps.sql.ts';

const BEAT = `
  with before as (
    select ticked_at, history, ${IS_GAP} as is_gap from loop_heartbeat for update
  ), beat as (
    update loop_heartbeat set ticked_at = now(), history = history_of_database(),
      server_started_at = pg_postmaster_start_time()
    from before returning loop_heartbeat.ticked_at, before.ticked_at as ticked_before, is_gap,
      coalesce(before.history <> loop_heartbeat.history, false) as is_loss
  )
  insert into loop_gaps (started_at, ended_at, is_loss)
    select least(ticked_before, ticked_at), ticked_at, is_loss from beat where is_gap
  returning started_at, ended_at, is_loss`;

/** A time that the database may know nothing of. */
export interface Gap {
  readonly since: Date;
  readonly until: Date;
  /** What was committed in it may be gone. */
  readonly isLoss: boolean;
}

/** Gaps older than any post that may still be waiting behind them. */
const KEEP_GAPS_DAYS = 400;

/** When any loop last polled, and the times that nobody did. */
export function loopClockRepository(db: Knex) {
  return {
    /** Notes that a loop is at it. @returns the gap that this ended, or null */
    async beat(): Promise<Gap | null> {
      const [gap] = await prepared<{ started_at: Date; ended_at: Date; is_loss: boolean }>(db, 'beat', BEAT, []);
      return gap === undefined ? null : { since: gap.started_at, until: gap.ended_at, isLoss: gap.is_loss };
    },

    /** Notes that a loop got through: a loop that is there and fails is as good as none, and everybody is told. */
    async worked(): Promise<void> {
      await prepared(db, 'worked', 'update loop_heartbeat set worked_at = now()', []);
    },

    async forgetOldGaps(): Promise<void> {
      await db('loop_gaps')
        .where('ended_at', '<', db.raw('now() - make_interval(days => ?)', [KEEP_GAPS_DAYS]))
        .delete();
    },
  };
}

/**
 * For whoever puts a backup back, before any process starts on it: what went out since is to be looked for before
 * anything is sent.
 * @param asOf the backup's time
 */
export async function markPutBack(db: Knex, asOf: Date): Promise<void> {
  await db('loop_heartbeat').update({ history: 'put back', ticked_at: db.raw('least(ticked_at, ?)', [asOf]) });
}
