import { useCallback, type RefCallback } from 'react';

/** What a bar may take of the window's height. */
const MOST_SHARE = 1 / 3;

/**
 * For a bar that stays at an `edge` of the window while the page scrolls under it. What takes the focus comes to stand
 * clear of it, by the padding that `base.css` gives the page. Where the window is low or its text large, the bar
 * scrolls with the rest.
 */
export function useStickyBar(edge: 'top' | 'bottom'): RefCallback<HTMLElement> {
  return useCallback(
    (bar: HTMLElement | null) => {
      if (bar === null) return undefined;
      const page = document.documentElement.style;
      const fit = () => {
        const height = bar.offsetHeight;
        const isLoose = height > window.innerHeight * MOST_SHARE;
        bar.style.position = isLoose ? 'static' : '';
        page.setProperty(`--bar-${edge}`, isLoose ? '0px' : `${height}px`);
      };
      const sizes = new ResizeObserver(fit);
      sizes.observe(bar);
      window.addEventListener('resize', fit);
      return () => {
        sizes.disconnect();
        window.removeEventListener('resize', fit);
        page.removeProperty(`--bar-${edge}`);
      };
    },
    [edge],
  );
}
