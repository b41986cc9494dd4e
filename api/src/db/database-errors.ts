import knex from 'knex';
import pg from 'pg';

/** The line to the database broke, or nobody answers on it. What was asked last may have been done all the same. */
export class LineLostError extends Error {
  override readonly name = 'LineLostError';
}

/** Classes of SQLSTATE: connections, resources, an operator's or a limit's end of the statement, the system itself. */
const AWAY_CLASSES = ['08', '53', '57', '58'];
/** A transaction rested too long. */
const RESTED = '25P03';
/** The server only reads: one that stands by, or whose operator wants it so. Who leads is to be asked for anew. */
const READ_ONLY = '25006';
/** A prepared statement's columns are not what they were when it was prepared. */
const STALE_PLAN = '0A000';

/** A statement was ended by its limit, or because somebody asked for that. */
const OVER_TIME = '57014';

export function isOverTime(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === OVER_TIME;
}

export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY;
}

/** A lock did not come in the time that it was waited for. */
const NO_LOCK = '55P03';

/** Somebody held what was asked for, and nothing was done: another line may be served in the meantime. */
export function isHeldUp(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === NO_LOCK || error.code === OVER_TIME);
}

/**
 * The database is not there, or too busy for this: nothing is wrong with what was asked, and it may work in a moment.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof LineLostError || error instanceof knex.KnexTimeoutError) return true;
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return false;
  return AWAY_CLASSES.includes(error.code.slice(0, 2)) || [RESTED, NO_LOCK, READ_ONLY].includes(error.code);
}

/** The role of the connection may not do this. */
const NO_RIGHT = '42501';

/** What goes on after a colon: for operators, who have no pool and no transaction to look at. */
export function whyUnusable(error: Error): string {
  if (error instanceof knex.KnexTimeoutError) return 'it does not answer in time.';
  if (!(error instanceof pg.DatabaseError) || error.code !== NO_RIGHT) return error.message;
  // Knex puts the statement before it.
  const denied = error.message.split(' - ').at(-1);
  return `${denied}. Let it name the role that owns the tables, and may create more of them in its schema.`;
}

const DISK_FULL = '53100';

/** It can be read, and takes nothing more before somebody has made room. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DISK_FULL;
}

/** Another row has the value that only one may have. */
const DUPLICATE = '23505';

export function isDuplicate(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DUPLICATE;
}

/** PostgreSQL ended it, since others waited for it as it did for them. All that it had done is undone. */
const DEADLOCK = '40P01';

export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DEADLOCK;
}

/**
 * "cached plan must not change result type": a table was changed under a statement that was prepared before. It did
 * nothing.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === STALE_PLAN && error.message.includes('cached plan');
}
