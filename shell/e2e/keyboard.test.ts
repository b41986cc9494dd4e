import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Person, Product } from '../../scripts/product.ts';
import { enter, useProduct } from './journey.ts';
import { fillUp } from './screens.ts';

const running = useProduct();
const MOST_STOPS = 80;

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator, tab = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press(tab);
    if (await hasFocus(target)) return;
  }
  throw new Error(`Tab never came to ${String(target)}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes down an open menu. */
async function choose(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let items = 0; items < MOST_STOPS && !(await hasFocus(target)); items += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** Finds a page by the beginning of its name. */
async function choosePage(page: Page, name: string): Promise<void> {
  const field = page.getByLabel('Facebook page');
  await press(page, field);
  await expect.poll(() => hasFocus(page.getByPlaceholder('Search pages'))).toBe(true);
  await page.keyboard.type(name.slice(0, 6));
  await page.getByRole('option', { name }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => field.textContent()).toBe(name);
  await expect.poll(() => hasFocus(field)).toBe(true);
}

/** Opens the tab of texts that people write themselves, and its field. */
async function writeByHand(page: Page, text: string): Promise<void> {
  await press(page, page.getByRole('tab', { name: 'AI Generate' }), 'ArrowRight');
  await expect.poll(() => hasFocus(page.getByRole('tab', { name: 'Manual Input' }))).toBe(true);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Your content' }));
  await page.keyboard.type(text);
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

  await choosePage(page, facebookPage.name);
  await writeByHand(page, 'Typed, never clicked.');
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

/** A day of next year that is written alike where the month comes first. */
const NEW_YEAR = new Date().getUTCFullYear() + 1;

async function schedule(page: Page, { product, pageName }: { product: Product; pageName: string }): Promise<void> {
  await page.goto(`${product.url}/content-generator`);
  await choosePage(page, pageName);
  await writeByHand(page, 'Open on New Year.');
  await tabTo(page, page.getByLabel('Date'));
  await page.keyboard.type(`0101${NEW_YEAR}`);
  await tabTo(page, page.getByLabel('Time', { exact: true }));
  await page.keyboard.type('0930AM');
  await press(page, page.getByRole('button', { name: 'Schedule Post' }));
  await page.getByText('Post Scheduled', { exact: true }).waitFor();
}

async function move(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.url}/scheduled?view=calendar&date=${NEW_YEAR}-01-01`);
  const tile = page.getByRole('button', { name: /Open on New Year/ });
  await press(page, tile);
  await choose(page, page.getByRole('menuitem', { name: /^The next day/ }));
  await page.getByText('Schedule Updated').waitFor();
  const instant = `${NEW_YEAR}-01-02T01:30:00.000Z`;
  await expect
    .poll(() => product.sql(`select 1 from posts where content = 'Open on New Year.' and scheduled_at = '${instant}'`))
    .toHaveLength(1);
  await expect.poll(() => hasFocus(tile)).toBe(true);
}

async function mend(page: Page, { product, manager }: { product: Product; manager: Person }): Promise<void> {
  await page.goto(`${product.url}/scheduled`);
  const attention = page.getByRole('region', { name: /^Needs attention/ });
  await press(page, attention.getByRole('button', { name: /^Needs attention/ }));
  const failed = attention.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Edit' }) });
  await failed.getByText(/Change the text/).waitFor();
  await press(page, failed.first().getByRole('button', { name: 'Edit' }));
  const edit = page.getByRole('dialog', { name: 'Edit Post' });
  await tabTo(page, edit.getByLabel('Text'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Mended by hand.');
  await press(page, edit.getByRole('button', { name: 'Save Changes' }));
  await edit.waitFor({ state: 'detached' });

  const mended = attention.getByRole('listitem').filter({ hasText: 'Mended by hand.' });
  // The reason is gone with its cause.
  await mended.getByText(/Change the text/).waitFor({ state: 'detached' });
  await tabTo(page, mended.getByRole('button', { name: 'Publish again' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const isOut = async () =>
    (await Promise.all(manager.pages.map(({ id }) => product.postsOf(id))))
      .flat()
      .some(({ message }) => message === 'Mended by hand.');
  await expect.poll(isOut).toBe(true);
}

async function automate(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.url}/automation`);
  await press(page, page.getByRole('switch', { name: /^Automate / }).first(), 'Space');
  await tabTo(page, page.getByLabel('Content scope').first());
  await page.keyboard.type('A neighbourhood bakery: bread, seasons, people.');
  await press(page, page.getByRole('button', { name: 'Start', exact: true }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Save and start' }));
  await page.getByText('Automation started', { exact: true }).waitFor();
}

test('at the width of a phone a keyboard alone schedules, moves, mends and automates', async () => {
  const { product } = running;
  const { page, context, violations } = await running.visitor({ width: 360, height: 780 });
  await fillUp(product);
  const manager = await product.person('manager');
  await enter(context, product, 'manager');
  await schedule(page, { product, pageName: manager.pages[0]?.name ?? '' });
  await move(page, product);
  await mend(page, { product, manager });
  await automate(page, product);
  expect(violations).toEqual([]);
});
