import { useEffect, useState } from 'react';

const JUST_AFTER_MS = 5;

/**
 * How far the server's clock is ahead of this computer's, in ms: times are right on a computer whose clock is wrong.
 * @param serverNow the server's clock when it answered
 * @param receivedAt this computer's clock when that answer came
 */
export function serverAhead(serverNow: string, receivedAt: number): number {
  return Date.parse(serverNow) - receivedAt;
}

/**
 * The server's time in ms, once a second.
 * @param ahead as `serverAhead` has it
 * @param countsTo the seconds turn where a whole number of them is left to this instant
 */
export function useServerTime(ahead: number, countsTo: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const read = Date.now();
      setNow(read);
      const left = (countsTo - read - ahead) % 1000;
      // Right after the second turns: an interval of its own would drift and skip seconds.
      timer = setTimeout(tick, (left < 0 ? left + 1000 : left) + JUST_AFTER_MS);
    };
    tick();
    return () => clearTimeout(timer);
  }, [ahead, countsTo]);
  return now + ahead;
}
