import { useEffect, useEffectEvent, useRef } from 'react';
import { useAnyNavigate } from './host.tsx';

/** Where the person is about to go, by whatever way. */
export interface Leaving {
  /** With search and hash. */
  readonly path: string;
  /** Of the entry in the history, for the browser's Back and Forward; null for a step to somewhere new. */
  readonly key: string | null;
}

/** Back and Forward: a window over the screen takes them as the way to close it. */
export const isBack = ({ key }: Leaving): boolean => key !== null;
/** Another state of the same screen. */
export const staysHere = ({ path }: Leaving): boolean => new URL(path, location.origin).pathname === location.pathname;

type Guard = (leaving: Leaving) => boolean;

/** The one on top comes last, and is asked first. */
const guards: Guard[] = [];

/**
 * Asks `holds` before the browser goes elsewhere in the product; true keeps the person here. It listens to the
 * browser's own navigation, so that it hears of every way there is: a link, Back, a command. A browser without the
 * Navigation API asks nothing, and none asks for a second Back that follows the first without a touch of the page.
 * @returns goes there after all
 */
export function useLeaveGuard(isOn: boolean, holds: Guard): (leaving: Leaving) => void {
  const goTo = useAnyNavigate();
  const isGoing = useRef(false);
  const ask = useEffectEvent(holds);
  useEffect(() => {
    if (!isOn) return undefined;
    const guard: Guard = (leaving) => !isGoing.current && ask(leaving);
    if (guards.length === 0) navigation()?.addEventListener('navigate', handleNavigate);
    guards.push(guard);
    return () => {
      guards.splice(guards.indexOf(guard), 1);
      if (guards.length === 0) navigation()?.removeEventListener('navigate', handleNavigate);
    };
  }, [isOn]);

  const go = async ({ path, key }: Leaving) => {
    if (key === null) return goTo(path);
    const { committed, finished } = navigation()?.traverseTo(key) ?? {};
    await Promise.all([committed, finished]);
  };
  return (leaving) => {
    isGoing.current = true;
    // Its entry may be gone from the history; then the person is still here, with the same ways to leave.
    void go(leaving)
      .catch(() => {})
      .finally(() => {
        isGoing.current = false;
      });
  };
}

/** The browser's Back closes a window over the screen, as on a phone, and leads nowhere else. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  useLeaveGuard(isOpen, (leaving) => {
    if (isBack(leaving)) onClose();
    return isBack(leaving);
  });
}

function handleNavigate(event: NavigateEvent): void {
  const target = new URL(event.destination.url);
  // A reload is asked about by what hears of the end of the tab.
  const isElsewhere = target.origin !== location.origin || event.hashChange || event.navigationType === 'reload';
  if (isElsewhere || !event.cancelable || event.defaultPrevented) return;
  const leaving = {
    path: target.pathname + target.search + target.hash,
    key: event.navigationType === 'traverse' ? event.destination.key : null,
  };
  if (guards.findLast((holds) => holds(leaving)) !== undefined) event.preventDefault();
}

/** Not in every browser yet. */
function navigation(): Navigation | undefined {
  return 'navigation' in window ? window.navigation : undefined;
}
