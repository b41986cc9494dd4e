import { expect, test } from 'vitest';
import { logIn, useProduct } from './journey.ts';

const running = useProduct();

test('a remote that is gone costs its own area only, and comes back without a reload', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  await logIn(page, product, 'manager');
  await page.evaluate(() => { Object.assign(window, { sameVisit: true }); });

  await page.route('**/remotes/mf_history/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Post History' }).first().click();
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await tryAgain.waitFor();
  for (const [entry, heading] of [
    ['Content Generator', 'Create content for Facebook and fiztech.example'],
    ['Super Generator', 'Super Content Generator'],
    ['Media Center', 'Media Center'],
    ['Dashboard', 'Dashboard'],
    ['Settings', 'Settings'],
  ] as const) {
    await page.getByRole('link', { name: entry }).first().click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }

  await page.getByRole('link', { name: 'Post History' }).first().click();
  await tryAgain.waitFor();
  await page.unroute('**/remotes/mf_history/**');
  await tryAgain.click();
  await page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
  expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true);
  expect(complaints).toEqual([]);
}, 90_000);

test('the admin area, its entry and its files are for administrators', async () => {
  const { product } = running;
  const [admin, manager] = [await running.visitor(), await running.visitor()];
  await logIn(admin.page, product, 'admin');
  await admin.page.getByRole('link', { name: 'Admin Panel' }).first().click();
  await admin.page.getByRole('heading', { level: 1, name: 'Admin Panel' }).waitFor();
  const manifest = await admin.page.evaluate(async () => {
    const { remotes } = await (await fetch('/api/remotes')).json() as { remotes: { name: string; manifestUrl: string }[] };
    return remotes.find(({ name }) => name === 'mf_admin')?.manifestUrl ?? '';
  });
  expect(manifest).not.toBe('');

  await logIn(manager.page, product, 'manager');
  expect(await manager.page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0);
  const status = await manager.page.evaluate(async (url) => (await fetch(url)).status, manifest);
  expect([403, 404]).toContain(status);
}, 90_000);
