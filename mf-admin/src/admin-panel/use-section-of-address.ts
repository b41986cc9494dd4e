import { useEffect } from 'react';

/** Lists above it may take as long to come; later than this nobody expects the page to move. */
const SETTLES_WITHIN_MS = 5000;
const HANDS_ON = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Goes to the section that the address names, which was not there yet when the browser looked for it, and stays with it
 * while the lists above it arrive.
 */
export function useSectionOfAddress(): void {
  useEffect(() => {
    const section = document.getElementById(location.hash.slice(1));
    if (section === null) return undefined;
    const watch = new ResizeObserver(() => section.scrollIntoView({ behavior: 'instant' }));
    watch.observe(document.body);
    const leaveAlone = () => watch.disconnect();
    const timer = setTimeout(leaveAlone, SETTLES_WITHIN_MS);
    for (const event of HANDS_ON) window.addEventListener(event, leaveAlone, { once: true, passive: true });
    return () => {
      leaveAlone();
      clearTimeout(timer);
      for (const event of HANDS_ON) window.removeEventListener(event, leaveAlone);
    };
  }, []);
}
