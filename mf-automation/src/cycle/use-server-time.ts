import { useEffect, useState } from 'react';

const JUST_AFTER_MS = 5;

/**
 * The server's time in ms, once a second, also where this computer's clock is wrong.
 * @param serverNow the server's clock when it answered
 * @param receivedAt this computer's clock when that answer came
 * @param countsTo the seconds turn where a whole number of them is left to this instant
 */
export function useServerTime(serverNow: string, receivedAt: number, countsTo: number): number {
  const ahead = Date.parse(serverNow) - receivedAt;
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
