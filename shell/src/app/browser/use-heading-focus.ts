import { useEffect, useRef, type RefObject } from 'react';

/** A screen whose heading comes later than this keeps the focus where it is. */
const PATIENCE_MS = 5000;

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

/** Puts the focus on the heading in `root` once it is there. @returns what calls that off */
export function focusHeadingOf(root: HTMLElement): () => void {
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
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
  const timer = setTimeout(stop, PATIENCE_MS);
  observer.observe(root, { childList: true, subtree: true });
  // Who acts meanwhile has chosen another place.
  for (const event of ['pointerdown', 'keydown'] as const) document.addEventListener(event, stop, true);
  tryFocus();
  return stop;
}
