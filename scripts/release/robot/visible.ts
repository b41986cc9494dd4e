import type { Locator, Page } from 'playwright-core';

/** Smaller than this nobody hits it with a finger or sees what it says. */
const SMALLEST_PX = 6;

/**
 * Whether people see a part of the page: it is in the window, and the picture of its place is another one without it.
 * So it is found out whether it is transparent, covered, or of the colour behind it, by whatever style.
 * @throws Error that says why nobody sees it
 */
export async function assertSeen(page: Page, part: Locator, patienceMs: number): Promise<void> {
  await part.scrollIntoViewIfNeeded({ timeout: patienceMs });
  const box = await part.boundingBox({ timeout: patienceMs });
  const window = page.viewportSize();
  if (box === null || window === null) throw new Error('it has no place in the page');
  if (box.width < SMALLEST_PX || box.height < SMALLEST_PX)
    throw new Error(`it is only ${Math.round(box.width)} by ${Math.round(box.height)} pixels large`);
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const clip = {
    x: left,
    y: top,
    width: Math.min(window.width, box.x + box.width) - left,
    height: Math.min(window.height, box.y + box.height) - top,
  };
  if (clip.width <= 0 || clip.height <= 0) throw new Error('it is outside of the window');
  const picture = () => page.screenshot({ clip, animations: 'disabled', caret: 'hide', timeout: patienceMs });
  const shown = await picture();
  // By its properties: pages allow no style attribute.
  const before = await part.evaluate(({ style }: HTMLElement) => {
    const own = { value: style.opacity, priority: style.getPropertyPriority('opacity') };
    style.setProperty('opacity', '0', 'important');
    return own;
  });
  const hidden = await picture();
  await part.evaluate(
    ({ style }: HTMLElement, { value, priority }) => style.setProperty('opacity', value, priority),
    before,
  );
  if (shown.equals(hidden)) throw new Error('it is in the page, but nobody can see it: it is hidden or covered');
}
