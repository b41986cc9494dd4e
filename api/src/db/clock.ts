import type { Knex } from 'knex';

/** Tells the database's time: one for all processes, whatever the clocks of their machines say. */
export type Clock = () => Date;

/**
 * The database's time as it goes on, counted by the monotonic clock: setting the clock of this machine does not move
 * it.
 * @param at what the database said
 * @param asked a reading of `performance.now()` from just before it was asked
 */
export function clockFrom(at: Date, asked: number): Clock {
  return () => new Date(at.getTime() + performance.now() - asked);
}

/** The database's time right now. */
export async function databaseTime(db: Knex): Promise<Date> {
  const {
    rows: [{ now }],
  } = await db.raw<{ rows: [{ now: Date }] }>('select now() as now');
  return now;
}
