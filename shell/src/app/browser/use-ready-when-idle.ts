import { useEffect } from 'react';
import { whenIdle } from './when-idle.ts';

/** Fetches the code of a window before it is asked for, once nothing more urgent is left: it then opens offline too. */
export function useReadyWhenIdle({ preload }: { preload: () => void }, isWanted = true): void {
  useEffect(() => {
    if (isWanted) void whenIdle().then(preload);
  }, [preload, isWanted]);
}
