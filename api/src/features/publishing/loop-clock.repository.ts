import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';
import { IS_GAP } from './gaps.sql.ts';
import { RETENTION } from '../../retention.ts';

const BEAT = `
  with before as (
    select ticked_at, history, ${IS_GAP} as is_gap from loop_heartbeat for update
  ), beat as (
    update loop_heartbeat set ticked_at = now(), history = history_of_database(),
      server_started_at = pg_postmaster_start_time()
    from before returning loop_heartbeat.ticked_at, loop_heartbeat.history, before.ticked_at as ticked_before, is_gap,
      coalesce(before.history <> loop_heartbeat.history, false) as is_loss
  )
  insert into loop_gaps (started_at, ended_at, is_loss, history)
    select least(ticked_before, ticked_at), ticked_at, is_loss, history from beat where is_gap
  returning started_at, ended_at, is_loss`;

/** A time that the database may know nothing of. */
export interface Gap {
  readonly since: Date;
  readonly until: Date;
  /** What was committed in it may be gone. */
  readonly isLoss: boolean;
}

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
        .where('ended_at', '<', db.raw('now() - make_interval(days => ?)', [RETENTION.loopGapsDays]))
        .delete();
    },
  };
}

/** A loss that people are being told of. */
export interface Loss {
  readonly id: number;
  readonly since: Date;
  readonly until: Date;
  readonly history: string;
  readonly toldTo: number;
}

/** The time that went with the history before this one; about now, as long as nobody has seen its end. */
export async function lossOf(db: Knex, history: string): Promise<Pick<Loss, 'since' | 'until'>> {
  const { rows } = await db.raw<{ rows: [Pick<Loss, 'since' | 'until'>] }>(
    `select coalesce(g.started_at, h.ticked_at) as since, coalesce(g.ended_at, now()) as until
    from loop_heartbeat h left join lateral (
      select started_at, ended_at from loop_gaps where is_loss and history = ? order by id desc limit 1) g on true`,
    [history],
  );
  return rows[0];
}

/** By then, whoever knows more of somebody's loss has told them. */
const TOLD_AFTER_SECONDS = 30;

/** A loss of which not everybody was told; it is the caller's until the end of the transaction. */
export async function takePendingLoss(trx: Knex.Transaction): Promise<Loss | null> {
  const { rows } = await trx.raw<{ rows: Loss[] }>(
    `select id, started_at as since, ended_at as until, coalesce(history, 'gap ' || id) as history, told_to as "toldTo"
    from loop_gaps where is_loss and told_at is null and ended_at < now() - make_interval(secs => ?)
    order by id limit 1 for update skip locked`,
    [TOLD_AFTER_SECONDS],
  );
  return rows[0] ?? null;
}

/** @param last up to whom; null: everybody */
export async function toldOfLoss(trx: Knex.Transaction, { id }: Loss, last: number | null): Promise<void> {
  await trx('loop_gaps')
    .where({ id })
    .update(last === null ? { told_at: trx.fn.now() } : { told_to: last });
}

/**
 * For whoever puts a backup back, before any process starts on it: what went out since is to be looked for before
 * anything is sent.
 * @param asOf the backup's time
 */
export async function markPutBack(db: Knex, asOf: Date): Promise<void> {
  await db('loop_heartbeat').update({ history: 'put back', ticked_at: db.raw('least(ticked_at, ?)', [asOf]) });
}
