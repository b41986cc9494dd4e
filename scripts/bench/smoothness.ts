import type pg from 'pg';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { manyPosts } from '../../api/src/testing/many-posts.ts';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';
import { line, spread } from './figures.ts';
import { pageWithSession } from './page-with-session.ts';

const POSTS = 3000;
const TURNS = 10;
const SCROLLS = 30;

/**
 * What the main thread was busy with for longer than 50 ms, and the longest time without a frame, since it was last
 * asked.
 */
interface Jank {
  readonly longTasks: number;
  readonly blockedMs: number;
  readonly worstFrameMs: number;
}

/**
 * Lists with three thousand posts before and behind the person: do they scroll, turn and open without the screen
 * standing still.
 */
export async function benchSmoothness(product: Product, db: pg.Client): Promise<void> {
  const { cookie, facebookId } = await logIn(product, 'manager');
  await insertPosts(db, facebookId);
  const browser = await launchBrowser();
  try {
    const page = await pageWithSession(browser, product.url, cookie);
    await page.addInitScript(watchFrames);

    for (const [screen, address, turn] of [
      ['history', '/history', 'Next'],
      ['table of scheduled posts', '/scheduled?view=table', 'Next'],
      ['calendar by month', '/scheduled?view=calendar', 'Next month'],
    ] as const) {
      await page.goto(product.url + address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await jank(page);
      for (let n = 0; n < SCROLLS; n += 1) await page.mouse.wheel(0, n % 2 === 0 ? 400 : -300);
      const scrolled = await jank(page);
      const times: number[] = [];
      for (let n = 0; n < TURNS; n += 1) times.push(await timeOfTurn(page, turn));
      const turned = await jank(page);
      line(`${POSTS} posts, ${screen}: scroll`, described(scrolled), '', 'aim 0 long tasks');
      line(`  turn, ${TURNS} times`, `p50 ${spread(times).median.toFixed(0)} ms`, described(turned), 'aim 400 ms');
    }
  } finally {
    await browser.close();
  }
}

const described = ({ longTasks, blockedMs, worstFrameMs }: Jank) =>
  `${longTasks} long tasks (${blockedMs.toFixed(0)} ms), worst frame ${worstFrameMs.toFixed(0)} ms`;

/** From the press to the first frame after the last answer is drawn. */
async function timeOfTurn(page: Page, button: string): Promise<number> {
  const start = performance.now();
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
      }),
  );
  return performance.now() - start;
}

function jank(page: Page): Promise<Jank> {
  return page.evaluate(() => (window as unknown as { takeJank: () => Jank }).takeJank());
}

/** Runs inside the page, before anything of it. */
function watchFrames(): void {
  const busy: number[] = [];
  let [worst, last] = [0, performance.now()];
  const observer = new PerformanceObserver((list) => {
    busy.push(...list.getEntries().map(({ duration }) => duration));
  });
  observer.observe({ type: 'longtask' });
  const frame = () => {
    worst = Math.max(worst, performance.now() - last);
    last = performance.now();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  Object.assign(window, {
    takeJank() {
      busy.push(...observer.takeRecords().map(({ duration }) => duration));
      const seen = {
        longTasks: busy.length,
        blockedMs: busy.reduce((sum, duration) => sum + duration, 0),
        worstFrameMs: worst,
      };
      busy.length = 0;
      worst = 0;
      return seen;
    },
  });
}

async function insertPosts(db: pg.Client, facebookId: string): Promise<void> {
  for (const [status, at] of [
    ['published', "now() - n * interval '3 hours'"],
    ['scheduled', "now() + interval '1 hour' + n * interval '15 minutes'"],
  ] as const) {
    await db.query(
      manyPosts({
        status,
        values: {
          content: "repeat('One of many, number ' || n || '. ', 6)",
          scheduled_at: at,
          ...(status === 'published' ? { published_at: at } : {}),
        },
        count: POSTS,
        of: 'u.facebook_id = $1',
      }),
      [facebookId],
    );
  }
}
