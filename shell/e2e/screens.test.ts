import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings, inspect, SOME_VIEWS } from './findings.ts';
import { logIn, logInWithFacebook, useProduct } from './journey.ts';
import { troubleEverything } from './troubled.ts';

const running = useProduct();

const AREAS = [
  '/',
  '/content-generator',
  '/super-generator',
  '/automation',
  '/scheduled',
  '/scheduled?view=calendar',
  '/scheduled?view=calendar&by=week',
  '/history',
  '/history/post?id=1',
  '/media-center',
  '/oembed-test',
  '/settings',
  '/no-such-page',
];
const WINDOWS = [
  ['/scheduled?view=table', 'Reschedule', 'dialog'],
  ['/scheduled?view=table', 'Edit text', 'dialog'],
  ['/scheduled?view=table', 'Delete', 'alertdialog'],
  ['/scheduled?view=table', /^Review:/, 'dialog'],
  ['/history', 'View', 'dialog'],
  ['/history', 'Performance', 'dialog'],
  ['/history', 'Delete', 'alertdialog'],
  ['/settings', 'Delete Account', 'alertdialog'],
  ['/settings', /^Remove /, 'alertdialog'],
  ['/settings', 'Log out everywhere', 'alertdialog'],
  ['/settings', 'Your time zone', 'listbox'],
] as const;
const PUBLIC = [
  '/',
  '/unauthorized?facebookId=123&name=Someone',
  '/app-review-demo',
  '/privacy-policy',
  '/terms-of-service',
  '/user-data-deletion',
];

test('every screen is whole and accessible at every width and in both themes, without complaints', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  const found: string[] = [];
  for (const path of PUBLIC) found.push(...(await inspect(page, product.url + path)));
  await logInWithFacebook(page, product, 'manager');
  await seedPosts(page);
  for (const path of AREAS) found.push(...(await inspect(page, product.url + path)));
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});

test('so is every window that they open', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  await logIn(page, product, 'manager');
  await seedPosts(page);
  const found: string[] = [];
  for (const [path, button, role] of WINDOWS) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(product.url + path);
    await page
      .getByRole('button', { name: button })
      .or(page.getByRole('combobox', { name: button }))
      .first()
      .click();
    await page.getByRole(role).first().waitFor();
    found.push(...(await findings(page, SOME_VIEWS)).map((finding) => `${path}, ${String(button)} ${finding}`));
  }
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});

test('so are the screens when everything has gone wrong', async () => {
  const { product } = running;
  const { page, context, violations } = await running.visitor();
  await logIn(page, product, 'manager');
  await troubleEverything(context);
  const found: string[] = [];
  for (const path of [
    '/',
    '/content-generator',
    '/super-generator',
    '/history',
    '/scheduled?post=5',
    '/scheduled?view=calendar',
    '/scheduled?view=calendar&by=week',
  ])
    found.push(...(await inspect(page, product.url + path, SOME_VIEWS)));

  await page.getByText('Publishing has stopped.').waitFor();
  for (const details of await page.getByText('Details', { exact: true }).all()) await details.click();
  await page.getByRole('button', { name: 'Notifications: 51 unread, 2 warnings' }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByRole('listitem').first().waitFor();
  found.push(...(await findings(page, SOME_VIEWS)));
  await panel.getByRole('button', { name: 'Reconnect' }).click();
  await page.getByRole('dialog', { name: 'Reconnect your pages' }).waitFor();
  found.push(...(await findings(page, SOME_VIEWS)));
  expect(found).toEqual([]);
  expect(violations).toEqual([]);
});

/** Something to look at: one post in the history, one on the schedule. */
async function seedPosts(page: Page): Promise<void> {
  const statuses = await page.evaluate(async () => {
    const [first] = (await (await fetch('/api/facebook-pages')).json()) as { id: number }[];
    const create = async (body: object) =>
      (
        await fetch('/api/posts', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ facebookPageId: first?.id, ...body }),
        })
      ).status;
    return [
      await create({
        content: `A word to our guests, ${performance.timeOrigin}`,
        status: 'published',
        contentType: 'story',
      }),
      await create({
        content: 'Tomorrow we open at eight.',
        status: 'scheduled',
        scheduledAt: new Date(Date.now() + 86_400_000).toISOString(),
      }),
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
});
