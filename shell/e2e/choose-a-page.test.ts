import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choosePage } from '../../scripts/testing/choose-page.ts';
import { findings, open } from './findings.ts';
import { enter, logIn, useProduct } from './journey.ts';

const running = useProduct();

const field = (page: Page) => page.getByLabel('Facebook page');
const names = (page: Page) =>
  page
    .getByRole('listbox')
    .getByRole('option')
    .evaluateAll((options) => options.map(({ textContent }) => textContent));

/** To the real pages of the manager come others that only this browser hears of, sixty in all. */
async function withSixtyPages(page: Page): Promise<void> {
  await page.route('**/api/facebook-pages', async (route) => {
    const response = await route.fetch();
    const own = (await response.json()) as { id: number; name: string }[];
    const others = Array.from({ length: 60 - own.length }, (_, index) => ({
      ...own[0],
      id: 900_000 + index,
      name: `Nasi Dapur ${index + 1}`,
      pageId: `77700${index}`,
    }));
    await route.fulfill({ response, json: [...others, ...own] });
  });
  await page.route('**/api/facebook-pages/9000*/picture', (route) => route.fulfill({ status: 204 }));
}

test('one page of sixty is found by keyboard on a phone, gets the post, and stands first the next time', async () => {
  const { product } = running;
  const { page } = await running.visitor({ width: 360, height: 780 });
  const wanted = (await product.person('manager')).pages[2];
  if (wanted === undefined) throw new Error('The manager has no third page');
  await withSixtyPages(page);
  await enter(page.context(), product, 'manager');
  await page.goto(`${product.url}/content-generator`);

  await field(page).press('Enter');
  await page.getByPlaceholder('Search pages').waitFor();
  expect(await names(page)).toHaveLength(60);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.type(wanted.name.slice(-6).toLowerCase());
  await expect.poll(() => names(page)).toEqual([wanted.name]);
  await page.keyboard.press('Enter');
  await expect.poll(() => field(page).textContent()).toBe(wanted.name);

  await page.getByRole('tab', { name: 'Manual Input' }).click();
  await page.getByRole('textbox', { name: 'Your content' }).fill('Found among sixty.');
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await page.getByText('Published to Facebook', { exact: true }).waitFor();
  expect((await product.postsOf(wanted.id)).filter(({ message }) => message === 'Found among sixty.')).toHaveLength(1);

  await page.goto(`${product.url}/media-center`);
  await field(page).click();
  await expect.poll(async () => (await names(page))[0]).toBe(`${wanted.name}Recent`);
  await page.goto(`${product.url}/scheduled`);
  await page.getByRole('combobox', { name: 'Filter by page' }).click();
  await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['All pages', `${wanted.name}Recent`]);
  // The screen may be asking for its pages again.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a dialog asks before it forgets the page that was chosen in it', async () => {
  const { product } = running;
  const { page } = await running.visitor();
  await logIn(page, product, 'manager');
  await page.evaluate(async () => {
    const [first] = (await (await fetch('/api/facebook-pages')).json()) as { id: number }[];
    await fetch('/api/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        content: 'Planned for the wrong page.',
        facebookPageId: first?.id,
        status: 'scheduled',
        scheduledAt: new Date(Date.now() + 172_800_000).toISOString(),
      }),
    });
  });
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await field(page).click();
  await page.getByRole('listbox').getByRole('option').last().click();
  const chosen = await field(page).textContent();
  await page.keyboard.press('Escape');
  await page.getByText('Discard your changes?').waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await field(page).textContent()).toBe(chosen);
});

test('offline nothing is sent and the post is kept, over a reload too; back online it goes out once', async () => {
  const { product } = running;
  const { page, context } = await running.visitor();
  const [target] = (await product.person('manager')).pages;
  if (target === undefined) throw new Error('The manager has no page');
  await enter(page.context(), product, 'manager');
  await open(page, `${product.url}/content-generator`);
  await choosePage(page, target.name);
  await page.getByRole('tab', { name: 'Manual Input' }).click();
  const text = page.getByRole('textbox', { name: 'Your content' });
  // Offline, what is not there yet shows that it is missing, beside what is looked at here.
  const checked = page.waitForResponse('**/api/posts/checks');
  await text.fill('Written in the underground.');
  await checked;

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await page.getByText(/^Nothing was sent, and your post is kept here/).waitFor();
  expect(await findings(page)).toEqual([]);
  expect(await text.inputValue()).toBe('Written in the underground.');

  await context.setOffline(false);
  await page.reload();
  await expect.poll(() => text.inputValue()).toBe('Written in the underground.');
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await page.getByText('Published to Facebook', { exact: true }).waitFor();
  const sent = (await product.postsOf(target.id)).filter(({ message }) => message === 'Written in the underground.');
  expect(sent).toHaveLength(1);
});
