import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { logIn, useProduct } from './journey.ts';

const running = useProduct();

/** The name of what has the focus, and whether any of it can be seen; null past the last stop of the screen. */
async function focused(page: Page): Promise<{ name: string; isSeen: boolean } | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element.closest('main') === null || element.id === 'main') return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
    const isSeen = steps.some((x) =>
      steps.some((y) => {
        const there = document.elementFromPoint(left + x * width, top + y * height);
        // A switch or a field of files lies under the words or the picture that belong to it.
        return (
          there !== null && (element.contains(there) || there.contains(element) || element.parentElement === there)
        );
      }),
    );
    return {
      name: element.getAttribute('aria-label') ?? (element.textContent || element.id || element.tagName),
      isSeen,
    };
  });
}

/** Goes through a screen with Tab alone, from its heading on. */
async function hiddenStops(page: Page): Promise<{ stops: number; hidden: string[] }> {
  await page.getByRole('heading', { level: 1 }).focus();
  const hidden: string[] = [];
  let stops = 0;
  for (; stops < 60; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (stop === null) break;
    if (!stop.isSeen) hidden.push(stop.name);
  }
  return { stops, hidden };
}

const WINDOWS = [
  ['/content-generator', 1366, 768],
  ['/content-generator', 360, 780],
  // What is left of 1280 by 1024 at 400 %.
  ['/content-generator', 320, 256],
  ['/media-center', 1366, 768],
  ['/media-center', 320, 256],
  ['/', 360, 780],
] as const;

test('nothing covers what a key comes to, in a low window, on a phone and at 400 %', async () => {
  const { product } = running;
  const { page } = await running.visitor();
  await logIn(page, product, 'manager');
  const found: Record<string, string[]> = {};
  for (const [path, width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.goto(product.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('main').getByRole('combobox').first().waitFor();
    const { stops, hidden } = await hiddenStops(page);
    expect(stops).toBeGreaterThan(4);
    if (hidden.length > 0) found[`${path} in ${width} x ${height}`] = hidden;
  }
  expect(found).toEqual({});
});
