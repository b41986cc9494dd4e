import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings, look } from './findings.ts';
import { logIn, useProduct } from './journey.ts';
import { troubleEverything } from './troubled.ts';

const running = useProduct();

const AREAS = ['/', '/content-generator', '/super-generator', '/scheduled', '/scheduled?view=calendar', '/scheduled?view=calendar&by=week', '/history', '/history/post?id=1', '/media-center', '/oembed-test', '/settings', '/no-such-page'];
const PUBLIC = ['/', '/unauthorized?facebookId=123&name=Someone', '/app-review-demo', '/privacy-policy', '/terms-of-service', '/user-data-deletion'];

test.each([
  [390, 'dark'], [1024, 'light'], [1440, 'dark'],
] as const)('at %i px in %s every screen is whole and accessible', async (width, colorScheme) => {
  const { product } = running;
  const { page, complaints } = await running.visitor({ width, height: 900, colorScheme });
  const found: string[] = [];
  for (const path of PUBLIC) found.push(...await look(page, product.url + path));
  await logIn(page, product, 'manager');
  await seedPosts(page);
  for (const path of AREAS) found.push(...await look(page, product.url + path));
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
}, 180_000);

test.each([
  [390, 'light'], [1024, 'dark'], [1440, 'light'],
] as const)('at %i px in %s the screens are whole and accessible when everything has gone wrong', async (width, colorScheme) => {
  const { product } = running;
  const { page, context, complaints } = await running.visitor({ width, height: 900, colorScheme });
  await logIn(page, product, 'manager');
  await troubleEverything(context);
  const found: string[] = [];
  for (const path of ['/', '/content-generator', '/super-generator', '/history', '/scheduled?post=5', '/scheduled?view=calendar', '/scheduled?view=calendar&by=week']) found.push(...await look(page, product.url + path));

  await page.getByText('Publishing has stopped.').waitFor();
  for (const details of await page.getByText('Details', { exact: true }).all()) await details.click();
  await page.getByRole('button', { name: 'Notifications: 51 unread, 2 warnings' }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByRole('listitem').first().waitFor();
  found.push(...await findings(page));
  await panel.getByRole('button', { name: 'Reconnect' }).click();
  await page.getByRole('dialog', { name: 'Reconnect your pages' }).waitFor();
  found.push(...await findings(page));
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
}, 120_000);

/** Something to look at: one post in the history, one on the schedule. */
async function seedPosts(page: Page): Promise<void> {
  const statuses = await page.evaluate(async () => {
    const [first] = await (await fetch('/api/facebook-pages')).json() as { id: number }[];
    const create = async (body: object) => (await fetch('/api/posts', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ facebookPageId: first?.id, ...body }),
    })).status;
    return [
      await create({ content: `A word to our guests, ${performance.timeOrigin}`, status: 'published', contentType: 'story' }),
      await create({ content: 'Tomorrow we open at eight.', status: 'scheduled', scheduledAt: new Date(Date.now() + 86_400_000).toISOString() }),
    ];
  });
  expect(statuses).toEqual([201, 201]);
}

test('a keyboard skips to the content, and focus goes to the heading of the area it opens', async () => {
  const { product } = running;
  const { page } = await running.visitor();
  await logIn(page, product, 'manager');
  await page.goto(product.url);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/skip/i);

  await page.getByRole('link', { name: 'Post History' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Post History');
  expect(await page.title()).toContain('Post History');
}, 60_000);
