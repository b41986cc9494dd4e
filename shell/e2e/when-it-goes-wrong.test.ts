import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Product } from '../../scripts/product.ts';
import { enter, useProduct } from './journey.ts';
import { choosePage } from '../../scripts/testing/choose-page.ts';

const running = useProduct();

/** A manager at the scheduled posts, and one of their pages. */
async function start(product: Product, { pageNumber }: { pageNumber: number }) {
  const { page, context, violations } = await running.visitor();
  const manager = await product.person('manager');
  const facebookPage = manager.pages[pageNumber];
  if (facebookPage === undefined) throw new Error(`The manager has no page ${pageNumber}`);
  await enter(context, product, 'manager');
  await page.goto(`${product.url}/scheduled`);
  await page.getByRole('heading', { level: 1, name: /^Scheduled Posts/ }).waitFor();
  const out = async (content: string) =>
    (await product.postsOf(facebookPage.id)).filter((post) => post.message === content && post.is_published).length;
  return { page, context, violations, facebookPage, out };
}

/** Puts a post on the schedule of the next hour, as another device of the same person would. */
async function schedule(page: Page, { pageName, content }: { pageName: string; content: string }): Promise<void> {
  const status = await page.evaluate(
    async (post) => {
      const pages = (await (await fetch('/api/facebook-pages')).json()) as { id: number; name: string }[];
      const answer = await fetch('/api/posts', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          facebookPageId: pages.find(({ name }) => name === post.pageName)?.id,
          content: post.content,
          status: 'scheduled',
          scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
        }),
      });
      return answer.status;
    },
    { pageName, content },
  );
  expect(status).toBe(201);
}

/** Its time comes: once everything stands ready for it, however long that took. */
const comeDue = (product: Product, content: string) =>
  product.sql(`update posts set scheduled_at = now() where content = '${content}'`);

const gone = (page: Page, text: string) => page.getByText(text).first().waitFor({ state: 'detached' });

test('a post that the loop publishes moves from Scheduled to History in every tab, over one stream', async () => {
  const { product } = running;
  const { page, context, violations, facebookPage, out } = await start(product, { pageNumber: 0 });
  const streams = async () => {
    const metrics = await (await fetch(`${product.url}/metrics`)).text();
    return Number(/^event_streams_open (\d+)$/m.exec(metrics)?.[1]);
  };
  const history = await context.newPage();
  await history.goto(`${product.url}/history`);
  await history.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();

  for (const [link, title] of [
    ['Settings', 'Settings'],
    ['Scheduled Posts', /^Scheduled Posts/],
  ] as const) {
    await page.getByRole('link', { name: link }).first().click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  await schedule(page, { pageName: facebookPage.name, content: 'The doors open by themselves.' });
  await page.getByText('The doors open by themselves.').first().waitFor();
  await comeDue(product, 'The doors open by themselves.');
  await gone(page, 'The doors open by themselves.');
  await history.getByText('The doors open by themselves.').first().waitFor();
  expect(await out('The doors open by themselves.')).toBe(1);
  // One may have come in the place of another.
  await expect.poll(streams).toBe(1);
  expect(violations).toEqual([]);
});

test("when Facebook's answer is lost, the screen says so, then that the post is out, once", async () => {
  const { product } = running;
  const { page, facebookPage, out } = await start(product, { pageNumber: 1 });
  await product.control('faults', {
    method: 'POST',
    body: {
      match: { service: 'graph', method: 'POST', path: '_\\d+$', page: facebookPage.id },
      when: 'after',
      action: 'reset',
      times: 1,
    },
  });
  const unseen = await product.control<{ id: string }>('faults', {
    method: 'POST',
    body: {
      match: { service: 'graph', method: 'GET', path: '_\\d+$', page: facebookPage.id },
      when: 'before',
      action: 'html 502',
    },
  });

  await schedule(page, { pageName: facebookPage.name, content: 'Did you hear us?' });
  await comeDue(product, 'Did you hear us?');
  const row = page.getByRole('row').filter({ hasText: 'Did you hear us?' });
  await row.getByText("We're checking, and we won't send it twice.").waitFor();
  await row.getByText('Publishing', { exact: true }).waitFor();
  await product.control(`faults/${unseen.id}`, { method: 'DELETE' });
  await gone(page, 'Did you hear us?');
  await page.getByRole('link', { name: 'Post History' }).first().click();
  await page.getByRole('listitem').filter({ hasText: 'Did you hear us?' }).waitFor();
  expect(await out('Did you hear us?')).toBe(1);
});

test('when our own answer is lost, the same button finds out what became of the post and makes no other', async () => {
  const { product } = running;
  const { page, facebookPage, out } = await start(product, { pageNumber: 1 });
  await page.getByRole('link', { name: 'Content Generator' }).first().click();
  await choosePage(page, facebookPage.name);
  await page.getByRole('tab', { name: 'Manual Input' }).click();
  await page.getByRole('textbox', { name: /content/i }).fill('Once is enough.');

  await page.route(
    '**/api/posts',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const publish = page.getByRole('button', { name: 'Publish Now' });
  await publish.click();
  await page.getByText(/It won't be posted twice/).waitFor();
  expect(await out('Once is enough.')).toBe(1);

  // The kept draft and its key outlive a reload.
  await page.reload();
  await publish.dblclick();
  await page.getByText('Published to Facebook', { exact: true }).waitFor();
  expect(await out('Once is enough.')).toBe(1);
});

test('a page that lost its access holds its post, says so everywhere, and one login lets the post go out', async () => {
  const { product } = running;
  const { page, facebookPage, out } = await start(product, { pageNumber: 2 });
  await product.control('tokens', { method: 'PUT', body: { page: facebookPage.id, state: 'revoked' } });
  await schedule(page, { pageName: facebookPage.name, content: 'Waiting for you.' });
  await comeDue(product, 'Waiting for you.');
  await schedule(page, { pageName: facebookPage.name, content: 'Later today.' });

  const row = page.getByRole('row').filter({ hasText: 'Waiting for you.' });
  await row.getByText('At risk').waitFor();
  await row.getByRole('button', { name: 'Reconnect' }).waitFor();
  const bell = page.getByRole('button', { name: /^Notifications: .*1 warning/ });
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel
    .getByRole('region', { name: 'Warnings' })
    .getByText(new RegExp(`^2 posts on ${facebookPage.name} (will fail from|can't go out)`))
    .waitFor();

  await product.control('next-login', { method: 'PUT', body: { role: 'manager' } });
  await panel.getByRole('button', { name: 'Reconnect' }).click();
  await page
    .getByRole('dialog', { name: 'Reconnect your pages' })
    .getByRole('button', { name: 'Continue with Facebook' })
    .click();
  await page.getByText('Pages Reconnected', { exact: true }).waitFor();

  await gone(page, 'Waiting for you.');
  expect(await out('Waiting for you.')).toBe(1);
  const kept = page.getByRole('row').filter({ hasText: 'Later today.' });
  await kept.getByText('Scheduled', { exact: true }).waitFor();
  expect(await kept.getByRole('button', { name: 'Reconnect' }).count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: /warning/ }).count()).toBe(0);
});

test('a post that Facebook refuses rings the bell, which leads to the post with the cause', async () => {
  const { product } = running;
  const { page, facebookPage, out } = await start(product, { pageNumber: 1 });
  const action = {
    type: 'error',
    http: 400,
    code: 100,
    subcode: 1609008,
    error_user_msg: 'The link in this post leads nowhere.',
  };
  await product.control('faults', {
    method: 'POST',
    body: {
      match: { service: 'graph', method: 'POST', path: '/feed$', page: facebookPage.id },
      when: 'before',
      action,
      times: 1,
    },
  });
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await schedule(page, { pageName: facebookPage.name, content: 'See our new site!' });
  await comeDue(product, 'See our new site!');

  await page.getByRole('button', { name: 'Notifications: 1 unread' }).click();
  await page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /See our new site/ })
    .click();
  const row = page.getByRole('listitem').filter({ hasText: 'See our new site!' });
  await row.getByText('The link in this post leads nowhere.').waitFor();
  await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
  await row.getByText('Details', { exact: true }).click();
  await row.getByRole('button', { name: 'Copy the details' }).click();
  await page.getByText('Content Copied', { exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^Facebook error\nCode: 100\nSubcode: 1609008\nTrace ID: \S+$/,
  );
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();

  await row.getByRole('button', { name: 'Publish again' }).click();
  await page.getByText('Published to Facebook', { exact: true }).waitFor();
  expect(await out('See our new site!')).toBe(1);
});

test('posts whose time passed while Pagecast was down are missed, and each goes where its owner sends it', async () => {
  const { product } = running;
  const { page, facebookPage, out } = await start(product, { pageNumber: 0 });
  for (const content of ['Say it now.', 'Say it tomorrow.', 'Never mind.'])
    await schedule(page, { pageName: facebookPage.name, content });
  await page.getByText('Never mind.').first().waitFor();

  const unreachable = page.getByText("We can't reach Pagecast");
  await product.crashApi(async () => {
    await product.sql(
      "update posts set scheduled_at = now() - interval '2 hours' where status = 'scheduled' and content in ('Say " +
        "it now.', 'Say it tomorrow.', 'Never mind.')",
    );
    await unreachable.waitFor();
  });
  await unreachable.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: /^Needs attention/ }).click();
  const missed = (content: string) => page.getByRole('listitem').filter({ hasText: content });
  await missed('Say it now.').getByText('Missed', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Notifications: \d+ unread/ }).waitFor();

  await missed('Say it now.').getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Published to Facebook', { exact: true }).waitFor();
  await missed('Say it tomorrow.').getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule Post' });
  await dialog.getByLabel('Date').fill('2099-01-01');
  await dialog.getByLabel('Time', { exact: true }).fill('09:00');
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await page.getByRole('row').filter({ hasText: 'Say it tomorrow.' }).getByText('Scheduled', { exact: true }).waitFor();
  await missed('Never mind.').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await gone(page, 'Never mind.');
  expect([await out('Say it now.'), await out('Say it tomorrow.'), await out('Never mind.')]).toEqual([1, 0, 0]);
});
