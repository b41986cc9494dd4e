import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings, SOME_VIEWS } from './findings.ts';
import { logIn, useProduct } from './journey.ts';

const running = useProduct();

test('whoever looked ends the doubt about a post in three ways, and nothing goes out twice unasked', async () => {
  const { product } = running;
  const { page, violations } = await running.visitor();
  await logIn(page, product, 'manager');
  const fault = (match: object, when: string, action: object | string, times?: number) =>
    product.control('faults', {
      method: 'POST',
      body: { match: { service: 'graph', ...match }, when, action, ...(times !== undefined && { times }) },
    });
  const pages = await page.evaluate(
    async () => (await (await fetch('/api/facebook-pages')).json()) as { id: number; name: string; pageId: string }[],
  );
  // Shown, and the answer lost, twice; lost before it was shown, once. Then nobody may look.
  await fault({ method: 'POST', path: '_\\d+$', page: pages[0]?.pageId }, 'after', 'reset', 1);
  await fault({ method: 'POST', path: '_\\d+$', page: pages[1]?.pageId }, 'before', 'reset', 1);
  await fault({ method: 'POST', path: '_\\d+$', page: pages[2]?.pageId }, 'after', 'reset', 1);
  await fault({ method: 'GET', path: '/\\d{5,}(_\\d+)?(/|$)' }, 'before', {
    type: 'error',
    http: 400,
    code: 100,
    subcode: 33,
  });
  await publish(
    page,
    pages.map(({ id }, index) => ({ content: TEXTS[index] ?? '', facebookPageId: id, status: 'published' })),
  );

  await page.goto(`${product.url}/scheduled`);
  const list = page.getByRole('region', { name: 'Needs attention (3)' });
  await list.waitFor();
  await list.getByRole('button', { name: /^Needs attention/ }).click();
  const row = (text: string) =>
    page
      .getByRole('region', { name: /^Needs attention/ })
      .getByRole('listitem')
      .filter({ hasText: text });
  await row(OUT).getByText('This post may already be published').waitFor();
  expect(await page.getByRole('button', { name: /^Publish (now|again)$/ }).count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await row(OUT).getByRole('button', { name: "I checked: it's published" }).click();
  const form = page.getByRole('dialog', { name: "It's published" });
  await form.getByRole('link', { name: `Look at ${pages[0]?.name} on Facebook` }).waitFor();
  await expect
    .poll(() => form.getByRole('textbox').evaluate((element) => element === document.activeElement))
    .toBe(true);
  await page.keyboard.type('kopi');
  await page.keyboard.press('Enter');
  await form.getByRole('alert').waitFor();
  expect(await findings(page, SOME_VIEWS)).toEqual([]);
  await form.getByRole('textbox').fill(`https://www.facebook.com/${pages[0]?.pageId}/posts/123456789`);
  await page.keyboard.press('Enter');
  await page.getByText('Marked as Published').first().waitFor();
  await row(OUT).waitFor({ state: 'detached' });

  await row(NOT_OUT).getByRole('button', { name: "It isn't there: publish it again" }).click();
  const question = page.getByRole('alertdialog', { name: 'Publish it again?' });
  await question.getByText(/will see it twice/).waitFor();
  expect(await findings(page, SOME_VIEWS)).toEqual([]);
  await question.getByRole('button', { name: 'Publish it again' }).click();
  await page.getByText('Published to Facebook').first().waitFor();
  await row(NOT_OUT).waitFor({ state: 'detached' });

  await row(FORGOTTEN).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Post Timeline' }).waitFor();
  await page.getByRole('button', { name: 'Delete it here' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete this post here?' })
    .getByRole('button', { name: 'Delete it here' })
    .click();
  await page.getByText('Post Deleted').first().waitFor();

  const seen = await Promise.all(
    pages.map(
      async ({ pageId }, index) =>
        (await product.postsOf(pageId)).filter((post) => post.is_published && post.message === TEXTS[index]).length,
    ),
  );
  expect(seen).toEqual([1, 1, 1]);
  expect(violations).toEqual([]);
});

const [OUT, NOT_OUT, FORGOTTEN] = ['Kaya toast is back', 'Rye from six on', 'Closed on Monday'] as const;
const TEXTS = [OUT, NOT_OUT, FORGOTTEN];

async function publish(page: Page, posts: readonly object[]): Promise<void> {
  await page.evaluate(
    (bodies) =>
      Promise.all(
        bodies.map(async (body) => {
          const answer = await fetch('/api/posts', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          });
          if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        }),
      ),
    posts,
  );
}
