import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useProduct } from './journey.ts';

const running = useProduct();
const MOST_STOPS = 60;

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    if (await hasFocus(target)) return;
  }
  throw new Error(`Tab never came to ${String(target)}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('from the login card to a published post without touching a mouse', async () => {
  const { product } = running;
  const { page, violations } = await running.visitor();
  const facebookPage = (await product.person('manager')).pages[0];
  if (facebookPage === undefined) throw new Error('The manager has no page');
  await product.control('next-login', { method: 'PUT', body: { role: 'manager' } });

  await page.goto(product.url);
  await press(page, page.getByRole('button', { name: 'Continue with Facebook' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Continue' }));

  await press(page, page.getByRole('link', { name: 'New Post' }));
  const heading = page.getByRole('heading', { level: 1, name: /^Create content for/ });
  await heading.waitFor();
  await expect.poll(() => hasFocus(heading)).toBe(true);

  const pageField = page.getByLabel('Facebook page');
  await press(page, pageField);
  await page.keyboard.type(facebookPage.name.slice(0, 6));
  await page.getByRole('option', { name: facebookPage.name }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => pageField.textContent()).toBe(facebookPage.name);
  await expect.poll(() => hasFocus(pageField)).toBe(true);
  await press(page, page.getByRole('tab', { name: 'AI Generate' }), 'ArrowRight');
  const byHand = page.getByRole('tab', { name: 'Manual Input' });
  await expect.poll(() => hasFocus(byHand)).toBe(true);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: /content/i }));
  await page.keyboard.type('Typed, never clicked.');
  const publish = page.getByRole('button', { name: 'Publish Now' });
  await press(page, publish);
  await page.getByText('Published to Facebook', { exact: true }).waitFor();
  expect(
    (await product.postsOf(facebookPage.id)).filter(
      ({ message, is_published }) => message === 'Typed, never clicked.' && is_published,
    ),
  ).toHaveLength(1);
  // Nobody is thrown back to the top of the page.
  expect(await hasFocus(publish)).toBe(true);

  await press(page, page.getByRole('link', { name: 'Post History' }).first());
  const view = page
    .getByRole('listitem')
    .filter({ hasText: 'Typed, never clicked.' })
    .getByRole('button', { name: 'View' });
  await press(page, view);
  await page.getByRole('dialog').getByText('Typed, never clicked.').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus(view)).toBe(true);
  expect(violations).toEqual([]);
});
