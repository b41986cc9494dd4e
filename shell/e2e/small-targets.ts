import type { Page } from 'playwright-core';

/**
 * What can be pressed and is smaller than a fingertip. Links in the middle of a text are as high as its lines. One line
 * each.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST_PX = 44;
    const PRESSED = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=combobox]';
    const HELD = 'input[type=checkbox], input[type=radio], input[type=file]';
    /** A label is pressed like the box it is for. */
    const boxOf = (element: Element) => (element.matches(HELD) && element.closest('label')) || element;
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node !== element && (node.textContent ?? '').trim().length > 2,
      );
    const takes = (box: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && box.contains(hit);
    };
    /** Some have a wider surface than they show. */
    const isBigEnough = (box: Element) => {
      let { width, height } = box.getBoundingClientRect();
      // Nothing shows: for assistive technology only.
      if (width <= 1 || height <= 1 || (width > LEAST_PX - 0.5 && height > LEAST_PX - 0.5)) return true;
      box.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { x, y } = box.getBoundingClientRect();
      const [middle, centre, reach] = [x + width / 2, y + height / 2, LEAST_PX / 2 - 1];
      if (takes(box, middle - reach, centre) && takes(box, middle + reach, centre)) width = LEAST_PX;
      if (takes(box, middle, centre - reach) && takes(box, middle, centre + reach)) height = LEAST_PX;
      return width > LEAST_PX - 0.5 && height > LEAST_PX - 0.5;
    };
    return [...document.querySelectorAll(PRESSED)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => element.closest('[aria-hidden=true], [inert]') === null && !isInText(element))
      .map(boxOf)
      .filter((box) => !isBigEnough(box))
      .map((box) => {
        const { width, height } = box.getBoundingClientRect();
        return `${Math.round(width)} x ${Math.round(height)} px to press: ${box.outerHTML.slice(0, 160)}`;
      });
  });
}
