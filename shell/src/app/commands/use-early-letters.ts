import { useEffect, useEffectEvent } from 'react';
import { FIELDS, WINDOWS } from '../../kit/index.ts';

/**
 * While a window with a field is on its way, what is typed is meant for that field. Ends by itself: once the window has
 * the focus, keys go there.
 */
export function useEarlyLetters(
  isWaiting: boolean,
  on: { change: (edit: (text: string) => string) => void; close: () => void },
): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest(`${FIELDS}, ${WINDOWS}`) !== null;
    if (isElsewhere || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') on.close();
    else if (event.key === 'Backspace') on.change((text) => text.slice(0, -1));
    else if (event.key.length === 1) on.change((text) => text + event.key);
    else if (event.key !== 'Enter') return;
    // A space would press the button that opened the window, and Enter too.
    event.preventDefault();
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const listen = (event: KeyboardEvent) => hear(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [isWaiting]);
}
