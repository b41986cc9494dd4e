import axe from 'axe-core';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** Stands in for what is still on its way. */
const BUSY = '[aria-busy=true]:not(button), [data-skeleton-row]';
/** An answer that leads to another question does so within some frames. */
const QUIET_MS = 200;

interface View {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly at: 'everything' | 'colours' | 'width';
}
/** At each width everything, and in the second theme what differs in it: the colours. */
const atWidth = (width: number): View[] => [
  { width, colorScheme: 'light', at: 'everything' },
  { width, colorScheme: 'dark', at: 'colours' },
];
export const DESK: readonly View[] = [...atWidth(1440), ...atWidth(1024).toReversed()];
export const PHONE: readonly View[] = atWidth(390);
/** Both themes and both hands once, for what differs from a screen in little. */
export const SOME_VIEWS: readonly View[] = [
  { width: 1440, colorScheme: 'light', at: 'everything' },
  { width: 390, colorScheme: 'dark', at: 'everything' },
];
/** For a screen in the middle of a story: the width between the two others differs in what has room. */
const EVERY_VIEW: readonly View[] = SOME_VIEWS.toSpliced(1, 0, { width: 1024, colorScheme: 'dark', at: 'width' });
/** For states that many screens share. */
export const ONE_VIEW: readonly View[] = [{ width: 390, colorScheme: 'light', at: 'everything' }];

/**
 * What axe finds on the page as it stands, and where it is wider than its window. One line each.
 * @param within of a window over a screen: a selector, so that the screen is not looked at again
 */
export async function findings(page: Page, views = EVERY_VIEW, within?: string): Promise<string[]> {
  // Made of each element that is looked at, and needed of few.
  await page.evaluate(`${axe.source}; axe.configure({ noHtml: true })`);
  const found: string[] = [];
  for (const { width, colorScheme, at } of views) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await stillness(page);
    const here = at === 'width' ? [] : await violations(page, at, within);
    const wider = await overflow(page);
    if (wider > 0) here.push(`wider than the window by ${wider} px`);
    here.push(...(await controlsCutOff(page)));
    found.push(...here.map((finding) => `at ${width} px in ${colorScheme}: ${finding}`));
  }
  return found;
}

/** A screen by its address, looked at like `findings` does. */
export async function inspect(page: Page, url: string, views = EVERY_VIEW): Promise<string[]> {
  await open(page, url);
  return (await findings(page, views)).map((finding) => `${url.replace(new URL(url).origin, '')} ${finding}`);
}

/** Goes to a screen, and waits until it shows what it has: each answer has come, and none led to another question. */
export async function open(page: Page, url: string): Promise<void> {
  // Changes are told as long as a screen is open.
  await goAndWait(page, { url, asks: /\/api\/(?!events)/ });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect
    .poll(() => page.locator(BUSY).evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 160))))
    .toEqual([]);
}

/** Goes to a screen, and waits until its code is there, whatever becomes of its questions. */
export const openCode = (page: Page, url: string): Promise<void> => goAndWait(page, { url, asks: /\.(js|css|json)$/ });

/** Waits for the screen, and for the answer of each request like `asks`: none led to another. */
async function goAndWait(page: Page, { url, asks }: { url: string; asks: RegExp }): Promise<void> {
  const asked = new Set<Request>();
  let askedLast = Date.now();
  const note = (request: Request) => {
    if (!asks.test(request.url())) return;
    asked.add(request);
    askedLast = Date.now();
  };
  const strike = (request: Request) => asked.delete(request);
  page.on('request', note).on('requestfinished', strike).on('requestfailed', strike);
  // Until now the screen before could ask, also for what comes when it has time: nobody waits for that any more.
  page.once('framenavigated', () => asked.clear());
  await page.goto(url);
  await page.locator('h1, main [role=tablist]').first().waitFor();
  const awaited = () => [
    ...Array.from(asked, (request) => request.url()),
    ...(Date.now() - askedLast > QUIET_MS ? [] : ['quiet']),
  ];
  await expect.poll(awaited).toEqual([]);
  page.off('request', note).off('requestfinished', strike).off('requestfailed', strike);
}

/** By how many pixels the page is wider than its window. A phone shows what is too wide smaller, as if it fitted. */
export function overflow(page: Page): Promise<number> {
  const { width } = page.viewportSize() ?? { width: Infinity };
  return page.evaluate((windowWidth) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - Math.min(clientWidth, windowWidth);
  }, width);
}

/** Buttons, links and fields that a box around them hides in part or whole, to the side: nobody can scroll there. */
function controlsCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const CUTS = new Set(['hidden', 'clip']);
    const isCut = (control: Element) => {
      const { left, right, width } = control.getBoundingClientRect();
      // Of a pixel: for assistive technology only.
      if (width <= 1) return false;
      for (let box = control.parentElement; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (/auto|scroll/.test(overflowX)) return false;
        const around = box.getBoundingClientRect();
        if (CUTS.has(overflowX) && around.width > 1 && (left < around.left - 1 || right > around.right + 1))
          return true;
      }
      return false;
    };
    return Array.from(document.querySelectorAll('button, a[href], input, select, textarea'))
      .filter(
        (control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && isCut(control),
      )
      .map((control) => `cut off: ${control.outerHTML.slice(0, 160)}`);
  });
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
    const until = performance.now() + 5000;
    while (moving().length > 0 && performance.now() < until) await frame();
  });
}

async function violations(page: Page, what: 'everything' | 'colours', within?: string): Promise<string[]> {
  return page.evaluate(
    async ([wanted, root]) => {
      const options: axe.RunOptions = {
        resultTypes: ['violations'],
        selectors: false,
        elementRef: true,
        // Sheets are asked for once more for the sake of rules that are off.
        preload: { assets: ['media'] },
      };
      if (wanted === 'colours') options.runOnly = ['color-contrast'];
      // Of WCAG 2.2, and off unless somebody asks.
      else options.rules = { 'target-size': { enabled: true } };
      const result = await (window as unknown as { axe: typeof axe }).axe.run(root ?? document, options);
      return result.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ element }) => `${id}: ${element?.outerHTML.slice(0, 160)}`),
      );
    },
    [what, within] as const,
  );
}
