/** Whoever waits longer for somebody's lock gives the line back, and comes again. */
const LOCK_WITHIN_MS = 200;

/**
 * How long a statement waits for a lock, said by a part of it: no call of its own, and over with its transaction. For
 * statements outside of any other. What locks rows reads `patience` first, and fails with what `isHeldUp` knows.
 */
export const PATIENCE = `patience as (select set_config('lock_timeout', '${LOCK_WITHIN_MS}', true))`;
