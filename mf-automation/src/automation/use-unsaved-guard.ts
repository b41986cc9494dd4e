import { staysHere, useLeaveGuard, type Leaving } from '@pagecast/shell/kit';
import { useEffect, useState } from 'react';

/** Asks before the person leaves this screen with unsaved changes: by a link, the history or the end of the tab. */
export function useUnsavedGuard(isUnsaved: boolean) {
  const [leavingTo, setLeavingTo] = useState<Leaving | null>(null);
  const go = useLeaveGuard(isUnsaved, (leaving) => {
    if (staysHere(leaving)) return false;
    setLeavingTo(leaving);
    return true;
  });

  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ending = new AbortController();
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal: ending.signal });
    return () => ending.abort();
  }, [isUnsaved]);

  return {
    isAsking: leavingTo !== null,
    stay: () => setLeavingTo(null),
    leave() {
      if (leavingTo === null) return;
      setLeavingTo(null);
      go(leavingTo);
    },
  };
}
