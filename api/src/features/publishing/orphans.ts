const FIRST_RETRY_MINUTES = 5;
const DOUBLINGS = 7;

/**
 * SQL of the time until an orphan is tried again: 5 min, then twice as long each time, up to about half a day.
 * @param tries the column that counts them
 */
export function retryAfter(tries: string): string {
  return `make_interval(mins => (${FIRST_RETRY_MINUTES} * 2 ^ least(${tries}, ${DOUBLINGS}))::int)`;
}
