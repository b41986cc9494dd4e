import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { READ_WITHIN_MS } from '../src/kit/runtime/api-client.ts';
import { findings, inspect, ONE_VIEW, open, openCode, SOME_VIEWS } from './findings.ts';
import { enter, logIn, useProduct } from './journey.ts';
import { ASKING, fillUpAll, TROUBLED, WINDOWS } from './screens.ts';
import { troubleEverything } from './troubled.ts';

const running = useProduct();

/** Two posts in each state: lists are looked at in `screens.test.ts`. */
beforeAll(async () => {
  await fillUpAll(running.product);
  await running.product.sql(
    `delete from posts where id not in (
       select id from (select id, row_number() over (partition by status order by id desc) as nth from posts) numbered
       where nth <= 2)`,
  );
});

test('every window that a screen opens is accessible', async () => {
  const { product } = running;
  const { page, context, complaints } = await running.visitor({ isStill: true });
  await enter(context, product, 'manager');
  const found: string[] = [];
  for (const [path, button, role] of WINDOWS) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, product.url + path);
    await page
      .getByRole('button', { name: button, exact: true })
      .or(page.getByRole('combobox', { name: button }))
      .first()
      .click();
    await page
      .getByRole(role)
      .first()
      .waitFor()
      .catch((error: unknown) => {
        throw new Error(`${path}: ${String(button)} opened no ${role}`, { cause: error });
      });
    const here = await findings(page, SOME_VIEWS, `[role=${role}]`);
    found.push(...here.map((finding) => `${path}, ${String(button)} ${finding}`));
  }
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});

test('so are the screens when everything has gone wrong', async () => {
  const { product } = running;
  const { page, context, violations } = await running.visitor({ isStill: true });
  await enter(context, product, 'manager');
  await troubleEverything(context);
  const found: string[] = [];
  for (const path of TROUBLED) found.push(...(await inspect(page, product.url + path, SOME_VIEWS)));

  await page.getByText('Publishing has stopped.').waitFor();
  for (const details of await page.getByText('Details', { exact: true }).all()) await details.click();
  await page.getByRole('button', { name: /^Notifications: 51 unread, .*2 warnings$/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByRole('listitem').first().waitFor();
  found.push(...(await findings(page, SOME_VIEWS, '[role=dialog]')));
  await panel.getByRole('button', { name: 'Reconnect' }).click();
  await page.getByRole('dialog', { name: 'Reconnect your pages' }).waitFor();
  found.push(...(await findings(page, SOME_VIEWS, '[role=dialog]')));
  expect(found).toEqual([]);
  expect(violations).toEqual([]);
});

/** What becomes of every question but who is in and which areas there are, until it is said otherwise. */
async function answerWith(context: BrowserContext, what: 'refusal' | 'nothing') {
  let isWell = false;
  await context.route(/\/api\/(?!events|auth\/user|remotes)/, async (route) => {
    if (isWell) await route.fallback();
    else if (what === 'refusal')
      await route.fulfill({ status: 500, json: { message: 'Something went wrong here.', code: 'unknown' } });
  });
  return (next: boolean) => {
    isWell = next;
  };
}

/** Presses each Retry, until none is left. At once where it is found: a moment later its answer may be here. */
async function retryAll(page: Page): Promise<void> {
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await expect
    .poll(() =>
      retry.evaluateAll((buttons) => {
        for (const button of buttons) (button as HTMLElement).click();
        return buttons.length;
      }),
    )
    .toBe(0);
}

test('every screen whose questions are refused says so, and Retry brings what it has', async () => {
  const { product } = running;
  const { page, context, violations } = await running.visitor({
    width: 390,
    height: 844,
    isTouched: true,
    isStill: true,
  });
  await enter(context, product, 'admin');
  const setWell = await answerWith(context, 'refusal');
  const found: string[] = [];
  for (const address of ASKING) {
    setWell(false);
    await open(page, product.url + address);
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().waitFor();
    found.push(...(await findings(page, ONE_VIEW)).map((finding) => `${address} without answers ${finding}`));
    setWell(true);
    await retryAll(page);
  }
  expect(found).toEqual([]);
  expect(violations).toEqual([]);
});

test('so does every screen that gets no answer at all, after half a minute', async () => {
  const { product } = running;
  const { page, context, violations } = await running.visitor({ isStill: true });
  await enter(context, product, 'admin');
  await answerWith(context, 'nothing');
  await page.clock.install();
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  for (const address of ASKING) {
    await openCode(page, product.url + address);
    await expect
      .poll(async () => {
        await page.clock.fastForward(READ_WITHIN_MS);
        return retry.count();
      })
      .toBeGreaterThan(0);
  }
  expect(violations).toEqual([]);
});

test('an area that was not loaded yet says that it is offline, and comes by itself', async () => {
  const { product } = running;
  const { page, context, violations } = await running.visitor({ width: 390, height: 844 });
  await logIn(page, product, 'admin');
  // What comes when the browser has time has come, and the menu with it.
  await page.getByRole('button', { name: /^Account of/ }).waitFor();
  await page.waitForLoadState('networkidle');
  const offline = page.getByRole('heading', { level: 1, name: 'You are offline' });
  const found: string[] = [];
  for (const [area, heading] of [
    // The names of their entries, and of their screens.
    ['Post History', 'Post History'],
    ['Super Generator', 'Super Content Generator'],
    ['Admin Panel', 'Admin Panel'],
    ['Settings', 'Settings'],
  ] as const) {
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: area }).click();
    await page.getByRole('main').getByText(`${area} opens automatically when you're online again.`).waitFor();
    await offline.waitFor();
    found.push(...(await findings(page, ONE_VIEW)));
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }
  expect(found).toEqual([]);
  expect(violations).toEqual([]);
});

test('a keyboard skips to the content, and focus goes to the heading of the area it opens', async () => {
  const { product } = running;
  const { page } = await running.visitor();
  await logIn(page, product, 'manager');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/skip/i);

  await page.getByRole('link', { name: 'Post History' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Post History');
  expect(await page.title()).toContain('Post History');
});
