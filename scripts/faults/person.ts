import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Product } from '../product.ts';
import type { Member } from './crowd.ts';
import type { FaultKind } from './kinds.ts';

/** Longer than any screen takes to come on a busy machine. */
const PATIENCE_MS = 20_000;
/** At what they see. */
const LOOKS_MS = 2000;
/** Of a page to answer, or to close. */
const ANSWERS_WITHIN_MS = 3000;

/** Somebody comes to the product with a browser of their own. */
export async function comes(
  { product, browser }: { product: Product; browser: Browser },
  one: Member,
  kind: FaultKind,
) {
  const context = await browser.newContext();
  const [name = '', value = ''] = one.cookie.split('=');
  await context.addCookies([{ name, value, url: product.url }]);
  if (kind.failingCalls !== undefined)
    await context.route(kind.failingCalls, (route) => route.fulfill({ status: 500, body: '{}' }));
  let page = await context.newPage();
  await page.goto(`${product.url}/settings`);
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

  return {
    async opensArea(): Promise<void> {
      await page.getByRole('link', { name: 'Post History' }).first().click({ noWaitAfter: true, timeout: PATIENCE_MS });
    },
    /** Does what they came for, as far as it can be done. */
    async acts(): Promise<void> {
      await kind.act?.(page).catch(() => {});
      await sleep(LOOKS_MS);
    },
    /** People close a page that is stuck, and open the product again. @returns whether it was */
    async closesWhatNoLongerAnswers(): Promise<boolean> {
      if (await within(answers(page), false)) return false;
      const stuck = page;
      page = await context.newPage();
      await within(stuck.close(), undefined);
      return true;
    },
    /** @returns whether they see it */
    async opensAnotherArea(): Promise<boolean> {
      await page.goto(`${product.url}/media-center`, { timeout: PATIENCE_MS }).catch(() => {});
      return page
        .locator('[data-remote="mf_media"] h1')
        .waitFor({ timeout: PATIENCE_MS })
        .then(() => true)
        .catch(() => false);
    },
    leave: () => within(context.close(), undefined),
  };
}

function answers(page: Page): Promise<boolean> {
  return page.evaluate(() => true).catch(() => false);
}

function within<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  return Promise.race([work, sleep(ANSWERS_WITHIN_MS, otherwise, { ref: false })]);
}
