import type { Knex } from 'knex';

/** Tells the database's time: one for all processes, whatever the clocks of their machines say. */
export type Clock = () => Date;

/**
 * The database's time as it goes on, counted by the monotonic clock: setting the clock of this machine does not move
 * it.
 * @param at what the database said
 * @param readAt a reading of `performance.now()`: from after the answer, and it is never ahead of the database, however
 * long that kept it waiting; from before the question, and it is never behind
 */
export function clockFrom(at: Date, readAt: number): Clock {
  return () => new Date(at.getTime() + performance.now() - readAt);
}

/** The database's time right now. */
export async function databaseTime(db: Knex): Promise<Date> {
  const {
    rows: [{ now }],
  } = await db.raw<{ rows: [{ now: Date }] }>('select now() as now');
  return now;
}

/** Jobs of every second need no reading of their own. */
const KEPT_MS = 10_000;
/** The clock of this machine was set, or the machine slept: what was counted since the reading is not the time. */
const STEP_MS = 500;

/** The database's time, counted on from a reading of a few seconds ago. */
export function countedTime(read: () => Promise<Date>): () => Promise<Date> {
  let clock: Clock | null = null;
  let readAt = -Infinity;
  let offset = 0;
  return async () => {
    const asked = performance.now();
    const isStep = Math.abs(Date.now() - asked - offset) > STEP_MS;
    if (clock === null || isStep || asked - readAt >= KEPT_MS) {
      // Nothing is due, and nothing old enough to go, before the database says so.
      clock = clockFrom(await read(), performance.now());
      [readAt, offset] = [asked, Date.now() - performance.now()];
    }
    return clock();
  };
}
