import { useCallback, type RefCallback } from 'react';

/** What a bar may take of the window's height. */
const MOST_SHARE = 1 / 3;

/** What scrolls under a bar when it is not the page. */
const DIALOG = '[role=dialog], [role=alertdialog]';

/**
 * For a bar that stays at an `edge` while the page, or the dialog around it, scrolls under it. What takes the focus
 * comes to stand clear of it, by the padding that `base.css` gives the page and `DialogFrame` a dialog. Where the
 * window is low or its text large, the bar scrolls with the rest.
 */
export function useStickyBar(edge: 'top' | 'bottom'): RefCallback<HTMLElement> {
  return useCallback(
    (bar: HTMLElement | null) => {
      if (bar === null) return undefined;
      const { style } = bar.closest<HTMLElement>(DIALOG) ?? document.documentElement;
      const fit = () => {
        const height = bar.offsetHeight;
        const isLoose = height > window.innerHeight * MOST_SHARE;
        bar.style.position = isLoose ? 'static' : '';
        style.setProperty(`--bar-${edge}`, isLoose ? '0px' : `${height}px`);
      };
      const sizes = new ResizeObserver(fit);
      sizes.observe(bar);
      window.addEventListener('resize', fit);
      return () => {
        sizes.disconnect();
        window.removeEventListener('resize', fit);
        style.removeProperty(`--bar-${edge}`);
      };
    },
    [edge],
  );
}
