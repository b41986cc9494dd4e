import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** False until the browser has nothing more urgent to do: the screen's own calls come first. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    let isShown = true;
    void whenIdle().then(() => {
      if (isShown) setIsIdle(true);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return isIdle;
}
