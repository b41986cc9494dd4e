const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long an event waits after its first failure, its second, and so on. */
const WAITS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
] as const;
export const LONGEST_WAIT_HOURS = 8;
const LONGEST_WAIT_MS = LONGEST_WAIT_HOURS * HOUR;

const FIRST_REST_MS = 5 * SECOND;
const LONGEST_REST_MS = 10 * MINUTE;
/** Whoever asks for more gets this. */
const LONGEST_ASKED_MS = HOUR;

/** @param attempts how many came to nothing */
export function waitMs(attempts: number): number {
  return WAITS_MS[attempts - 1] ?? LONGEST_WAIT_MS;
}

/** A receiver that refuses an event may well take the next. */
export const REFUSED_REST_MS = SECOND;

/**
 * How long an address is left alone after so many failures in a row, whatever waits for it: thousands of events are not
 * thousands of calls to a receiver that is down.
 * @param askedSeconds what it asked for itself
 */
export function restMs(failures: number, askedSeconds: number | null): number {
  const rest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(failures - 1, 10));
  return Math.max(rest, Math.min(LONGEST_ASKED_MS, (askedSeconds ?? 0) * SECOND));
}
