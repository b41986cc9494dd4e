import type { Knex } from 'knex';

/** How far the clock of this machine is from the database's. Positive: the database is ahead. */
export interface ClockDifference {
  /** The best guess: as if the answer came at half of the round trip. */
  readonly ms: number;
  /** What the round trip does not explain; 0 where it may explain all of it. */
  readonly certainMs: number;
}

/** Asks the time of the server itself, whatever a test has in the place of `now()`. */
export async function clockDifference(db: Knex): Promise<ClockDifference> {
  const before = Date.now();
  const {
    rows: [{ at }],
  } = await db.raw<{ rows: [{ at: Date }] }>('select pg_catalog.clock_timestamp() as at');
  return differenceOf({ before, at: at.getTime(), after: Date.now() });
}

/** @param at what the database said, between two readings of the clock here */
export function differenceOf({
  before,
  at,
  after,
}: {
  readonly before: number;
  readonly at: number;
  readonly after: number;
}): ClockDifference {
  return { ms: at - (before + after) / 2, certainMs: certain({ before, at, after }) };
}

function certain({ before, at, after }: { before: number; at: number; after: number }): number {
  if (at < before) return at - before;
  return at > after ? at - after : 0;
}
