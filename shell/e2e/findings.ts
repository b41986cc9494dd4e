import axe from 'axe-core';
import type { Page } from 'playwright-core';

type View = readonly [width: number, colorScheme: 'light' | 'dark'];
const EVERY_VIEW: readonly View[] = [
  [1440, 'light'],
  [1440, 'dark'],
  [1024, 'dark'],
  [1024, 'light'],
  [390, 'light'],
  [390, 'dark'],
];
/** Every width and both themes once, for what differs from a screen in little. */
export const SOME_VIEWS: readonly View[] = [
  [1440, 'light'],
  [1024, 'dark'],
  [390, 'light'],
];

/** What axe finds on the page as it stands, and where it is wider than its window. One line each. */
export async function findings(page: Page, views = EVERY_VIEW): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const [width, colorScheme] of views) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await stillness(page);
    found.push(...(await findingsNow(page)).map((finding) => `at ${width} px in ${colorScheme}: ${finding}`));
  }
  return found;
}

/** A screen by its address, looked at like `findings` does. */
export async function inspect(page: Page, url: string, views = EVERY_VIEW): Promise<string[]> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  return (await findings(page, views)).map((finding) => `${url.replace(new URL(url).origin, '')} ${finding}`);
}

/**
 * Colours that are still on their way have no contrast worth judging. Where a parent's colour moves, what inherits it
 * sets out when it has arrived.
 */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    const moving = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await frame();
    await frame();
    // What is still moving after so long moves by design.
    const until = performance.now() + 1000;
    while (moving().length > 0 && performance.now() < until) await frame();
  });
}

async function findingsNow(page: Page): Promise<string[]> {
  const { violations, overflow } = await page.evaluate(async () => ({
    violations: (
      await (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] })
    ).violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`)),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  return [...violations, ...(overflow > 0 ? [`wider than the window by ${overflow} px`] : [])];
}
