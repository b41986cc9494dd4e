import { useNavigate } from '@pagecast/shell/kit';
import { useEffect, useRef, useState } from 'react';

/**
 * Asks before the person leaves this screen with unsaved changes: by a link, the history or the end of the tab.
 * It listens to the browser's own navigation, so it holds for every way of leaving. A browser without the Navigation
 * API asks at the end of the tab only.
 */
export function useUnsavedGuard(isUnsaved: boolean) {
  const [leavingTo, setLeavingTo] = useState<{ path: string; key: string | null } | null>(null);
  const goTo = useNavigate();
  const isOpen = useRef(false);

  useEffect(() => {
    if (!isUnsaved) return;
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    navigation()?.addEventListener(
      'navigate',
      (event) => {
        const target = new URL(event.destination.url);
        if (
          isOpen.current ||
          !event.cancelable ||
          event.hashChange ||
          target.origin !== location.origin ||
          target.pathname === location.pathname
        )
          return;
        event.preventDefault();
        setLeavingTo({
          path: target.pathname + target.search + target.hash,
          key: event.navigationType === 'traverse' ? event.destination.key : null,
        });
      },
      { signal },
    );
    return () => ending.abort();
  }, [isUnsaved]);

  return {
    isAsking: leavingTo !== null,
    stay: () => setLeavingTo(null),
    leave() {
      if (leavingTo === null) return;
      isOpen.current = true;
      setLeavingTo(null);
      if (leavingTo.key === null) return goTo(leavingTo.path);
      const { committed, finished } = navigation()?.traverseTo(leavingTo.key) ?? {};
      // Its entry may be gone from the history; then the person is still here, with the same ways to leave.
      Promise.all([committed, finished]).catch(() => {
        isOpen.current = false;
      });
    },
  };
}

/** Not in every browser yet. */
function navigation(): Navigation | undefined {
  return 'navigation' in window ? window.navigation : undefined;
}
