import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import type { Product } from '../product.ts';
import { cpuMs } from './cpu-time.ts';
import { line, spread, timed } from './figures.ts';
import { pageWithSession } from './page-with-session.ts';

const ROUNDS = 5;
/** Months that are full, from the one that is shown first. */
const MONTHS = 4;
const TABLE_PAGES = 30;
const SEARCHES = 30;
/** As fast as somebody types who looks at the keys. */
const BETWEEN_KEYS_MS = 60;

/** What is pressed, and what stands on the screen once it has done its work. */
interface Step {
  readonly name: string;
  press(): Promise<void>;
  /** Runs inside the page. @param seen what it gave before the press @returns null until all is there */
  readonly shown: (seen: string | null) => string | null;
  /** The calls behind it, for their own time. */
  readonly calls: (url: URL) => boolean;
}

/**
 * How long a person with sixty pages and thousands of planned posts waits between a press and the painted rows, beside
 * the calls behind them, asked for again by the same page without drawing anything.
 */
export async function benchManyPagesScreen(product: Product, cookie: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await pageWithSession(browser, product.url, cookie);
    await page.addInitScript(watchPaint);
    const step = stepsOf(page);
    await measure(page, product, step.month, ROUNDS, MONTHS, '/scheduled?view=calendar');
    await measure(page, product, step.table, 1, TABLE_PAGES, '/scheduled?view=table');
    await measure(page, product, step.palette, 1, SEARCHES, '/settings');
  } finally {
    await browser.close();
  }
}

function stepsOf(page: Page): Record<'month' | 'table' | 'palette', Step> {
  let searched = 19_000;
  return {
    month: {
      name: 'On the screen: another month',
      press: () => page.getByRole('button', { name: 'Next month', exact: true }).click(),
      shown(seen) {
        const grid = document.querySelector('[role=grid]');
        const name = grid?.getAttribute('aria-label') ?? null;
        const isThere =
          document.querySelector('[aria-busy=true]') === null && grid?.querySelector('[data-posts]') !== null;
        return name !== seen && isThere ? name : null;
      },
      calls: ({ pathname }) => pathname === '/api/posts/calendar' || pathname === '/api/page-plans/free',
    },
    table: {
      name: 'On the screen: another page of the table',
      press: () => page.getByRole('button', { name: 'Next', exact: true }).click(),
      shown(seen) {
        const first = document.querySelector('table [data-posts], table tbody tr')?.textContent ?? null;
        return first !== seen && document.querySelector('.opacity-60:has(table)') === null ? first : null;
      },
      calls: ({ pathname, searchParams }) =>
        pathname === '/api/posts/waiting' && searchParams.get('for') === 'time' && searchParams.get('limit') === '25',
    },
    palette: {
      name: 'On the screen: posts in the palette',
      async press() {
        searched += 1;
        if ((await page.getByRole('dialog').count()) === 0) await page.keyboard.press('Control+k');
        const field = page.getByRole('combobox');
        await field.fill('');
        await sleep(BETWEEN_KEYS_MS * 5);
        await field.pressSequentially(`bread. ${searched}`, { delay: BETWEEN_KEYS_MS });
      },
      shown() {
        const typed = document.querySelector<HTMLInputElement>('[role=dialog] input')?.value ?? '';
        const [first] = [...document.querySelectorAll('[role=dialog] [role=option]')];
        const number = typed.split(' ')[1] ?? 'nothing';
        return number.length === 5 && first?.textContent.includes(number) === true ? number : null;
      },
      calls: ({ pathname }) => pathname === '/api/posts/paginated',
    },
  };
}

async function measure(
  page: Page,
  product: Product,
  step: Step,
  rounds: number,
  presses: number,
  address: string,
): Promise<void> {
  const [times, calls]: [number[], number[]] = [[], []];
  const before = cpuMs(product.apiPid()) ?? 0;
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto(product.url + address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    // The first round warms all of it up.
    for (let n = 0; n < (round === 0 ? 2 : presses); n += 1) {
      const asked: string[] = [];
      const listen = (request: { url: () => string }) => asked.push(request.url());
      page.on('request', listen);
      const time = await timeToPaint(page, step);
      page.off('request', listen);
      const again = [...new Set(asked)].filter((url) => step.calls(new URL(url)));
      if (round === 0) continue;
      times.push(time);
      calls.push(await timed(() => askAgain(page, again.slice(-2))));
    }
  }
  const used = (cpuMs(product.apiPid()) ?? 0) - before;
  const [ours, least] = [spread(times), spread(calls)];
  line(
    step.name,
    `${ours.median.toFixed(0)} ms (p95 ${ours.p95.toFixed(0)}, worst ${ours.worst.toFixed(0)})`,
    `its calls alone: ${least.median.toFixed(0)} ms (p95 ${least.p95.toFixed(0)})`,
    `aim 300 ms; ${(used / (times.length * 2)).toFixed(0)} ms of CPU of the server`,
  );
}

/** From the last press to the frame that shows what it is for, by the page's own clock. */
async function timeToPaint(page: Page, { press, shown }: Step): Promise<number> {
  await page.evaluate(`window.watchPaint(${inPage(shown)})`);
  await press();
  return page.evaluate(() => (window as unknown as Watched).painted());
}

/** As an expression: a method of an object literal is none. */
function inPage(shown: Step['shown']): string {
  return `({ ${String(shown)} }).shown`;
}

async function askAgain(page: Page, urls: readonly string[]): Promise<void> {
  await page.evaluate(
    async (addresses) =>
      void (await Promise.all(addresses.map(async (address) => (await fetch(address)).json() as unknown))),
    urls,
  );
}

interface Watched {
  watchPaint(shown: Step['shown']): void;
  painted(): Promise<number>;
}

/** Runs inside the page, before anything of it. */
function watchPaint(): void {
  let pressedAt = 0;
  for (const kind of ['pointerup', 'keydown', 'input'])
    document.addEventListener(kind, ({ timeStamp }) => (pressedAt = timeStamp), { capture: true });
  Object.assign(window, {
    watchPaint(shown: (seen: string | null) => string | null) {
      const seen = shown(null);
      const { promise, resolve } = Promise.withResolvers<number>();
      const look = () => {
        if (shown(seen) === null) return void requestAnimationFrame(look);
        // What this frame holds is on the screen when the next task runs.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now() - pressedAt));
        port1.start();
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
      Object.assign(window, { painted: () => promise });
    },
  });
}
