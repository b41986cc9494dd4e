import { useEffect, useState } from 'react';

/** The time, moving on every half minute: what stands "in 3 min" must not stand there for an hour. */
export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
