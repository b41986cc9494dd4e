import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { heading, openArea, screenOf } from './admin-tabs.ts';
import { logIn, useProduct } from './journey.ts';
import { releaseDesk } from './make-release.ts';

const running = useProduct();

const bar = (page: Page, label = 'Post History') => page.getByText(`There is a new version of ${label}.`);
const showIt = (page: Page) => page.getByRole('button', { name: 'Show it' }).click();
const shows = (text: string) =>
  `() => ({ remote: { '/history': () => '${text}', '/scheduled': () => '${text}', '/story-lab': ` +
  "() => 'The new page' } })";

/** A manager who is in, on a page that remembers that it was not loaded anew. */
async function manager() {
  const visit = await running.visitor();
  await logIn(visit.page, running.product, 'manager');
  await visit.page.evaluate(() => {
    Object.assign(window, { sameVisit: true });
  });
  return { ...visit, isSameVisit: () => visit.page.evaluate(() => 'sameVisit' in window) };
}

/** Holds back the entry of a version, in one page, until it is let go. */
async function holdEntry(page: Page, name: string, version: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**/remotes/${name}/${version}/remoteEntry.js`, async (route) => {
    await held;
    await route.fallback();
  });
  return letGo;
}

test('a release is offered in every open page and runs its own code, also after a rollback', async () => {
  const desk = releaseDesk(running.product);
  await desk.release('mf-history', '10.0.0');
  const { page, context, complaints, isSameVisit } = await manager();
  const second = await context.newPage();
  for (const tab of [page, second]) {
    if (tab === second) await tab.goto(running.product.url);
    await openArea(tab, 'Post History');
    await heading(tab, 'Post History').waitFor();
  }

  await desk.release('mf-history', '10.1.0', {
    factory: shows('The second version'),
    page: { to: '/story-lab', label: 'Story Lab' },
  });
  for (const tab of [page, second]) await bar(tab).waitFor();
  await heading(page, 'Post History').waitFor();
  await showIt(page);
  await page.getByText('The second version').waitFor();
  await heading(second, 'Post History').waitFor();
  // A page that the shell has never heard of, without a release of the shell.
  await openArea(page, 'Story Lab');
  await page.getByText('The new page').waitFor();
  await openArea(page, 'Post History');

  await desk.rollback('mf-history');
  await bar(page).waitFor();
  // Where the second version was never shown, everything is as it was.
  await bar(second).waitFor({ state: 'detached' });
  await openArea(page, 'Dashboard');
  await openArea(page, 'Post History');
  await heading(page, 'Post History').waitFor();
  expect(await page.getByText('The second version').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Story Lab' }).count()).toBe(0);
  expect(await isSameVisit()).toBe(true);
  expect(complaints).toEqual([]);
});

test('of two versions in one page each looks as it was released, and only while it is open', async () => {
  const desk = releaseDesk(running.product);
  await desk.release('mf-history', '11.0.0');
  const { page, complaints } = await manager();
  await openArea(page, 'Post History');
  await heading(page, 'Post History').waitFor();
  const spacing = () => heading(page, 'Post History').evaluate((element) => getComputedStyle(element).letterSpacing);
  const before = await spacing();

  await desk.release('mf-history', '11.1.0', {
    css: '[data-remote="mf_history"] h1 { letter-spacing: 7px !important; } h1 { word-spacing: 7px; }',
    end: ';globalThis.hasStarted = true;',
  });
  await bar(page).waitFor();
  const hasStarted = () => page.evaluate(() => 'hasStarted' in window);
  const isFetched = page.waitForResponse('**/mf_history/11.1.0/__federation_expose_remote.*.css');
  // The pointer still rests on the link that was pressed.
  await heading(page, 'Post History').hover();
  await page.getByRole('link', { name: 'Post History' }).first().hover();
  await (await isFetched).finished();
  expect([await spacing(), await hasStarted()]).toEqual([before, false]);
  await showIt(page);
  await bar(page).waitFor({ state: 'detached' });
  await expect.poll(spacing).toBe('7px');
  expect(await hasStarted()).toBe(true);
  await openArea(page, 'Settings');
  const settings = heading(page, 'Settings');
  expect(await settings.evaluate((element) => getComputedStyle(element).wordSpacing)).toBe('0px');
  await openArea(page, 'Post History');
  await heading(page, 'Post History').waitFor();
  await desk.rollback('mf-history');
  await bar(page).waitFor();
  await showIt(page);
  await bar(page).waitFor({ state: 'detached' });
  await expect.poll(spacing).toBe(before);
  expect(complaints).toEqual([]);
});

test('a release takes nothing from somebody who is writing', async () => {
  const desk = releaseDesk(running.product);
  const { page, complaints } = await manager();
  await openArea(page, 'Content Generator');
  await page.getByRole('tab', { name: 'Manual Input' }).click();
  const text = page.getByRole('textbox', { name: 'Your content' });
  await text.pressSequentially('Doors open');
  await desk.release('mf-generator', '10.0.0');
  await bar(page, 'Content Generator').waitFor();
  await page.keyboard.type(' at nine.');
  expect(await text.inputValue()).toBe('Doors open at nine.');
  await showIt(page);
  await bar(page, 'Content Generator').waitFor({ state: 'detached' });
  await expect.poll(() => text.inputValue()).toBe('Doors open at nine.');

  await openArea(page, 'Super Generator');
  await page.getByRole('radio', { name: '24 hours' }).click();
  await desk.release('mf-automation', '10.0.0');
  await bar(page, 'Super Generator').waitFor();
  await showIt(page);
  await page.getByText('You have unsaved changes').first().waitFor();
  expect(await page.getByRole('radio', { name: '24 hours' }).isChecked()).toBe(true);
  expect(complaints).toEqual([]);
});

test('what moves while a remote is on its way ends where the registry points', async () => {
  const desk = releaseDesk(running.product);
  await desk.release('mf-history', '12.0.0');
  const { page, violations } = await manager();
  const letFirstGo = await holdEntry(page, 'mf_history', '12.0.0');
  await openArea(page, 'Post History');
  await desk.release('mf-history', '12.1.0', { factory: shows('The next version') });
  await bar(page).waitFor();
  letFirstGo();
  await heading(page, 'Post History').waitFor();

  const letNextGo = await holdEntry(page, 'mf_history', '12.1.0');
  await showIt(page);
  await desk.rollback('mf-history');
  await bar(page).waitFor();
  letNextGo();
  await page.getByText('The next version').waitFor();
  await showIt(page);
  await heading(page, 'Post History').waitFor();
  expect(await page.getByText('The next version').count()).toBe(0);
  expect(violations).toEqual([]);
});

test('a release that never comes and is taken back leaves the version before on the screen', async () => {
  const desk = releaseDesk(running.product);
  await desk.release('mf-history', '13.0.0');
  const { page, violations } = await manager();
  await openArea(page, 'Post History');
  await heading(page, 'Post History').waitFor();
  await page.route('**/remotes/mf_history/13.1.0/remoteEntry.js', () => new Promise<void>(() => {}));
  await desk.release('mf-history', '13.1.0');
  await bar(page).waitFor();
  await showIt(page);
  await desk.rollback('mf-history');
  await bar(page).waitFor();
  await showIt(page);
  await heading(page, 'Post History').waitFor();
  await bar(page).waitFor({ state: 'detached' });
  expect(violations).toEqual([]);
});

test('hurried clicks, Back and Forward end at the area that was asked for last, also on a slow line', async () => {
  const { page, violations, isSameVisit } = await manager();
  const line = await page.context().newCDPSession(page);
  // What the tools of browsers call a slow 3G line.
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  for (const entry of [
    'Post History',
    'Media Center',
    'Super Generator',
    'Content Generator',
    'Post History',
    'Media Center',
  ])
    await openArea(page, entry);
  await page.goBack();
  await page.goBack();
  await page.goForward();
  await screenOf(page, 'Post History');
  await page.goForward();
  await screenOf(page, 'Media Center');
  await openArea(page, 'Content Generator');
  await screenOf(page, /^Create content/);
  await openArea(page, 'Super Generator');
  await screenOf(page, 'Super Content Generator');
  expect(await page.getByText("isn't available").count()).toBe(0);
  expect(await isSameVisit()).toBe(true);
  expect(violations).toEqual([]);
});
