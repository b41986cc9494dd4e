import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { coveredFocus } from './covered-focus.ts';
import { DESK, findings, open, PHONE } from './findings.ts';
import { enter, useProduct } from './journey.ts';
import { shiftsOf, slowDown, watchShifts } from './layout-shift.ts';
import { lostText } from './lost-text.ts';
import { fillUpAll, lengthenNames, LOOKS } from './screens.ts';
import { smallTargets } from './small-targets.ts';

const running = useProduct();

const MOST_SHIFT = 0.01;
/** Where a bar at the edge leaves little room: a small laptop, a phone, and a desk at 400 %. */
const TIGHT = [
  { width: 1366, height: 768 },
  { width: 360, height: 780 },
  { width: 320, height: 256 },
];

const HANDS = {
  desk: { visit: {}, size: { width: 1440, height: 900 }, look: onDesk },
  phone: { visit: { isTouched: true }, size: { width: 390, height: 844 }, look: onPhone },
};

/** What moved while it opened. */
async function shifted(page: Page): Promise<string[]> {
  const { score, moved } = await shiftsOf(page);
  return score < MOST_SHIFT ? [] : [`shifts by ${score.toFixed(3)}: ${moved}`];
}

async function onDesk(page: Page): Promise<string[]> {
  const found = [...(await shifted(page)), ...(await findings(page, DESK))];
  for (const size of TIGHT) {
    await page.setViewportSize(size);
    const here = [...(await lostText(page)), ...(await coveredFocus(page))];
    found.push(...here.map((finding) => `at ${size.width} x ${size.height}: ${finding}`));
  }
  return found;
}

async function onPhone(page: Page): Promise<string[]> {
  const found = [...(await shifted(page)), ...(await findings(page, PHONE)), ...(await smallTargets(page))];
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  return [...found, ...(await lostText(page)).map((finding) => `with text of 200 %: ${finding}`)];
}

beforeAll(() => fillUpAll(running.product));

test.each(LOOKS)(
  'every screen of $viewer is whole and accessible on a $hand',
  { timeout: 600_000 },
  async ({ viewer, hand, addresses }) => {
    const { product } = running;
    const { visit, size, look } = HANDS[hand];
    const { page, context, complaints } = await running.visitor({ ...visit, isStill: true });
    if (viewer !== 'visitor') await enter(context, product, viewer);
    await lengthenNames(product);
    await watchShifts(context);
    await slowDown(context);
    const found: string[] = [];
    for (const address of addresses) {
      await page.setViewportSize(size);
      await open(page, product.url + address);
      found.push(...(await look(page)).map((finding) => `${address} ${finding}`));
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  },
);
