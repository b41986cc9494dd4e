import { useEffect, useState } from 'react';

/** What takes longer than this is waited for with something to look at. */
export const SLOW_MS = 1000;

/** True once something has lasted a while, and from then on. */
export function useSlow(isLasting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isLasting) return undefined;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isLasting]);
  return isSlow;
}
