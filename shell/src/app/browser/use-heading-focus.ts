import { useEffect, useRef, type RefObject } from 'react';

/**
 * After a navigation, the new screen starts at its top with the focus on its heading, as soon as the heading is there.
 */
export function useHeadingFocus(main: RefObject<HTMLElement | null>, pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    window.scrollTo(0, 0);
    return main.current === null ? undefined : focusHeadingOf(main.current);
  }, [main, pathname]);
}

/**
 * Puts the focus on the heading in `root` once it is there, however late: an area that never comes says so under a
 * heading of its own. Who acts before that keeps the focus where they put it. @returns what calls that off
 */
export function focusHeadingOf(root: HTMLElement): () => void {
  const stop = () => {
    observer.disconnect();
    for (const event of ['pointerdown', 'keydown'] as const) document.removeEventListener(event, stop, true);
  };
  const tryFocus = () => {
    const heading = root.querySelector('h1');
    if (heading === null) return;
    stop();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(tryFocus);
  observer.observe(root, { childList: true, subtree: true });
  for (const event of ['pointerdown', 'keydown'] as const) document.addEventListener(event, stop, true);
  tryFocus();
  return stop;
}
