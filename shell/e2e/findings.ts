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
/** The second theme of a width differs in its colours, and a width between two others in what has room. */
const DESK: readonly View[] = [
  { width: 1440, colorScheme: 'light', at: 'everything' },
  { width: 1440, colorScheme: 'dark', at: 'colours' },
  { width: 1024, colorScheme: 'dark', at: 'width' },
];
const PHONE: readonly View[] = [
  { width: 390, colorScheme: 'light', at: 'everything' },
  { width: 390, colorScheme: 'dark', at: 'colours' },
];
const EVERY_VIEW: readonly View[] = [...DESK, ...PHONE];
/** Both themes and both hands once, for what differs from a screen in little. */
export const SOME_VIEWS: readonly View[] = [
  { width: 1440, colorScheme: 'light', at: 'everything' },
  { width: 390, colorScheme: 'dark', at: 'everything' },
];
/**
 * What axe finds on the page as it stands, and where it is wider than its window. One line each.
 * @param within of a window over a screen: a selector, so that the screen is not looked at again
 */
export async function findings(page: Page, views = EVERY_VIEW, within?: string): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const { width, colorScheme, at } of views) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await stillness(page);
    const here = at === 'width' ? [] : await violations(page, at, within);
    const wider = await overflow(page);
    if (wider > 0) here.push(`wider than the window by ${wider} px`);
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
async function open(page: Page, url: string): Promise<void> {
  const asked = new Set<Request>();
  let askedLast = Date.now();
  const note = (request: Request) => {
    // Changes are told as long as a screen is open.
    if (!/\/api\/(?!events)/.test(request.url())) return;
    asked.add(request);
    askedLast = Date.now();
  };
  const strike = (request: Request) => asked.delete(request);
  page.on('request', note).on('requestfinished', strike).on('requestfailed', strike);
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const awaited = async () => [
    ...Array.from(asked, (request) => request.url()),
    ...(await page.locator(BUSY).evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 160)))),
    ...(Date.now() - askedLast > QUIET_MS ? [] : ['quiet']),
  ];
  await expect.poll(awaited).toEqual([]);
  page.off('request', note).off('requestfinished', strike).off('requestfailed', strike);
}

/** By how many pixels the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
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
      const options: axe.RunOptions = { resultTypes: ['violations'] };
      if (wanted === 'colours') options.runOnly = ['color-contrast'];
      // Of WCAG 2.2, and off unless somebody asks.
      else options.rules = { 'target-size': { enabled: true } };
      const result = await (window as unknown as { axe: typeof axe }).axe.run(root ?? document, options);
      return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    },
    [what, within] as const,
  );
}
