import { UNDO_SECONDS } from '@pagecast/api/contract';
import { useEffect, useState } from 'react';

const STEP_MS = 250;

/**
 * Seconds that are left to take back what goes out at `at`; null where nothing does. A clock of this device that is
 * wrong is not believed: then they count from when this was first seen.
 */
export function useUndoSeconds(at: string | null): number | null {
  const [seen, setSeen] = useState<{ at: string | null; endsAt: number }>({ at: null, endsAt: 0 });
  const [now, setNow] = useState(0);
  if (seen.at !== at) {
    setSeen({ at, endsAt: at === null ? 0 : endOf(at) });
    setNow(performance.now());
  }
  useEffect(() => {
    if (at === null) return;
    const timer = setInterval(() => setNow(performance.now()), STEP_MS);
    return () => clearInterval(timer);
  }, [at]);
  return at === null ? null : Math.max(0, Math.ceil((seen.endsAt - now) / 1000));
}

/** A reading of `performance.now()`, which no change of the clock moves. */
function endOf(at: string): number {
  const left = new Date(at).getTime() - Date.now();
  const isBelievable = left > 0 && left <= UNDO_SECONDS * 1000;
  return performance.now() + (isBelievable ? left : UNDO_SECONDS * 1000);
}
