import { expect, test } from 'vitest';
import { continueWithFacebook, logIn, useProduct } from './journey.ts';
import { choosePage } from '../../scripts/testing/choose-page.ts';

const running = useProduct();

test('a manager logs in, generates, edits, publishes, and finds the post in history and on the page', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  const manager = await product.person('manager');
  const facebookPage = manager.pages[0];
  if (facebookPage === undefined) throw new Error('The manager has no page');

  await page.goto(product.url);
  await page.getByText('Authentication Required').waitFor();
  const popup = page.waitForEvent('popup');
  await continueWithFacebook(page);
  const dialog = await popup;
  await dialog.getByRole('link', { name: manager.name }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.getByText('3 Page(s) Connected').waitFor();

  await page.getByRole('link', { name: 'New Post' }).click();
  await page.getByRole('heading', { level: 1, name: 'Create content for Facebook and fiztech.example' }).waitFor();
  await choosePage(page, facebookPage.name);
  await page.getByLabel('Content type').selectOption('promotional');
  await page.getByLabel(/keywords/i).fill('fresh sourdough every Saturday');
  await page.getByRole('button', { name: /^Generate/ }).click();
  const editor = page.getByRole('textbox', { name: /generated content/i });
  await editor.waitFor();
  const generated = await editor.inputValue();
  expect(generated.length).toBeGreaterThan(100);
  await editor.fill(`${generated}\n\nEdited by hand.`);
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await page.getByText('Published to Facebook', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Post History' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: facebookPage.name }).first().waitFor();

  const published = (await product.postsOf(facebookPage.id)).filter((post) => post.message.endsWith('Edited by hand.'));
  expect(published.map((post) => post.is_published)).toEqual([true]);
  await page.goto(`${product.sandboxUrl}/pages/${facebookPage.id}`);
  await page.getByText('Edited by hand.').waitFor();
  expect(complaints).toEqual([]);
});

test('a scheduled post goes out by itself, once, also when the server crashes meanwhile', async () => {
  const { product } = running;
  const { page } = await running.visitor();
  const manager = await product.person('manager');
  const facebookPage = manager.pages[1];
  if (facebookPage === undefined) throw new Error('The manager has one page only');
  await logIn(page, product, 'manager');

  await page.getByRole('link', { name: 'Content Generator' }).first().click();
  await choosePage(page, facebookPage.name);
  await page.getByRole('tab', { name: 'Manual Input' }).click();
  await page.getByRole('textbox', { name: /content/i }).fill('Doors open at nine.');
  const tomorrow = await page.evaluate(() => new Date(Date.now() + 86_400_000).toLocaleDateString('sv-SE'));
  await page.getByLabel('Date').fill(tomorrow);
  await page.getByLabel('Time', { exact: true }).fill('09:00');
  await page.getByRole('button', { name: 'Schedule Post' }).click();
  await page.getByText('Post Scheduled', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Scheduled Posts' }).first().click();
  await page.getByText('Doors open at nine.').first().waitFor();
  await product.crashApi();
  await product.sql("update posts set scheduled_at = now() where content = 'Doors open at nine.'");

  const outNow = async () =>
    (await product.postsOf(facebookPage.id)).filter(
      (post) => post.message === 'Doors open at nine.' && post.is_published,
    ).length;
  await expect.poll(outNow, { interval: 250 }).toBe(1);
  await page.goto(`${product.url}/history`);
  await page.getByText('Doors open at nine.').first().waitFor();
  await product.crashApi();
  expect(await outNow()).toBe(1);
});
