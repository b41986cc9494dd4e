import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choosePage } from '../../scripts/testing/choose-page.ts';
import { logIn, useProduct } from './journey.ts';

const running = useProduct();

const over = (page: Page) => page.getByRole('dialog', { name: 'Authentication Required' });

/** Logs in over the screen, as the person of `role` at Facebook. */
async function logInOver(page: Page, role: string): Promise<void> {
  await running.product.control('next-login', { method: 'PUT', body: { role } });
  await over(page).getByRole('button', { name: 'Continue with Facebook' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

async function writing(page: Page, text: string): Promise<void> {
  await page.goto(`${running.product.url}/content-generator`);
  await page.getByLabel('Facebook page').waitFor();
  await page.getByRole('tab', { name: 'Manual Input' }).click();
  await page.getByRole('textbox', { name: 'Your content' }).fill(text);
}

test('a session that ends while somebody writes in two tabs loses no word, and one login serves both', async () => {
  const { product } = running;
  const { page, context, violations } = await running.visitor({ width: 390, height: 844 });
  const facebookPage = (await product.person('manager')).pages[0];
  if (facebookPage === undefined) throw new Error('The manager has no page');
  await logIn(page, product, 'manager');
  const text = 'Written while nobody looked at the clock.';
  await writing(page, text);
  await choosePage(page, facebookPage.name);
  const other = await context.newPage();
  await other.goto(`${product.url}/history`);
  await other.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();

  await other.getByRole('searchbox').fill('bread');
  await page.bringToFront();
  await context.clearCookies();
  // Whatever is read meanwhile may find out first.
  await page.getByRole('button', { name: 'Publish Now', includeHidden: true }).dispatchEvent('click');
  await over(page).getByText("Your last action didn't go through.").waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await over(page).isVisible()).toBe(true);
  expect(await page.getByRole('textbox', { name: 'Your content', includeHidden: true }).inputValue()).toBe(text);

  await other.bringToFront();
  await over(other).waitFor();
  await page.bringToFront();
  await logInOver(page, 'manager');
  await over(page).waitFor({ state: 'detached' });
  await over(other).waitFor({ state: 'detached' });
  expect(await other.getByRole('searchbox').inputValue()).toBe('bread');
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await page.getByText('Published to Facebook', { exact: true }).waitFor();
  expect((await product.postsOf(facebookPage.id)).filter(({ message }) => message === text)).toHaveLength(1);
  expect(violations).toEqual([]);
});

test('typing alone finds out that the session ended; after the login it is saved', async () => {
  const { product } = running;
  const { page, context } = await running.visitor();
  await logIn(page, product, 'manager');
  await writing(page, 'First words.');
  await page.getByText(/Draft saved at/).waitFor();
  await context.clearCookies();
  await page.getByRole('textbox', { name: 'Your content' }).fill('First words, and more.');
  await over(page).waitFor();
  expect(await over(page).getByText("Your last action didn't go through.").count()).toBe(0);

  const stream = page.waitForRequest(/\/api\/events/);
  await logInOver(page, 'manager');
  await over(page).waitFor({ state: 'detached' });
  await stream;
  await page.getByText(/Draft saved at/).waitFor();
  await page.reload();
  await page.getByRole('tab', { name: 'Manual Input' }).click();
  expect(await page.getByRole('textbox', { name: 'Your content' }).inputValue()).toBe('First words, and more.');
});

test("somebody else's login does not go on with the screen of the one before", async () => {
  const { product } = running;
  const { page, context } = await running.visitor();
  await logIn(page, product, 'manager');
  await writing(page, 'Nobody else is to read this.');
  await choosePage(page);
  await context.clearCookies();
  await page.getByRole('button', { name: 'Publish Now', includeHidden: true }).dispatchEvent('click');
  await over(page).waitFor();
  await logInOver(page, 'admin');
  await page.getByRole('link', { name: 'Admin Panel' }).first().waitFor();
  await page.getByRole('tab', { name: 'Manual Input' }).click();
  expect(await page.getByRole('textbox', { name: 'Your content' }).inputValue()).toBe('');
});
