import type { Page } from 'playwright-core';

/**
 * Brings the focus to each stop of the Tab key, forth and back, and says which of them something else hides whole. One
 * line each.
 */
export function coveredFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const STOPS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
    const HELD = 'input[type=checkbox], input[type=radio], input[type=file]';
    const boxOf = (element: Element) => (element.matches(HELD) && element.closest('label')) || element;
    const stops = [...document.querySelectorAll<HTMLElement>(STOPS)].filter(
      (element) =>
        element.tabIndex >= 0 &&
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest('[inert]') === null &&
        !element.matches(':disabled'),
    );
    /** Any part that shows is enough: looked for at 25 points. */
    const shows = (box: Element) => {
      const { x, y, width, height } = box.getBoundingClientRect();
      if (width <= 1 || height <= 1) return true;
      const shares = [0.04, 0.27, 0.5, 0.73, 0.96];
      return shares.some((across) =>
        shares.some((down) => {
          const hit = document.elementFromPoint(x + width * across, y + height * down);
          return hit !== null && (box.contains(hit) || hit.contains(box));
        }),
      );
    };
    window.scrollTo(0, 0);
    const hidden = new Set<string>();
    for (const stop of [...stops, ...stops.toReversed()]) {
      // What has the focus already would not be scrolled to.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      stop.focus();
      if (document.activeElement === stop && !shows(boxOf(stop)))
        hidden.add(`the focus is covered on ${stop.outerHTML.slice(0, 160)}`);
    }
    return [...hidden];
  });
}
