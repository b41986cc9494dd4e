import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';
import { GAP_SECONDS } from './timing.ts';

const BEAT = `
  with before as (
    select ticked_at from loop_heartbeat for update
  ), beat as (
    update loop_heartbeat set ticked_at = now()
  )
  insert into loop_gaps (started_at, ended_at)
    select ticked_at, now() from before where ticked_at < now() - interval '${GAP_SECONDS} seconds'
  returning started_at, ended_at`;

/** Gaps older than any post that may still be waiting behind them. */
const KEEP_GAPS_DAYS = 400;

/** When any loop last polled, and the times that nobody did. */
export function loopClockRepository(db: Knex) {
  return {
    /** Notes that a loop is at it. @returns the gap that this ended, or null */
    async beat(): Promise<{ since: Date; until: Date } | null> {
      const [gap] = await prepared<{ started_at: Date; ended_at: Date }>(db, 'beat', BEAT, []);
      return gap === undefined ? null : { since: gap.started_at, until: gap.ended_at };
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
