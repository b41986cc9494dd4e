import { expect, test } from 'vitest';
import { continueWithFacebook, logIn, useProduct } from './journey.ts';

const running = useProduct();

test('a stranger is asked for an invitation code, and the code lets them in', async () => {
  const { product } = running;
  const { page, violations } = await running.visitor();
  const invitee = await product.person('invitee');
  await product.control('next-login', { method: 'PUT', body: { role: 'invitee' } });
  await page.goto(product.url);
  await continueWithFacebook(page);

  await page.getByRole('heading', { level: 1, name: 'Access Required' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/unauthorized');
  await page.getByText(invitee.name).first().waitFor();
  await page.getByText(invitee.id).first().waitFor();

  await page.getByRole('textbox', { name: /invitation code/i }).fill('NOT-A-CODE');
  await page.getByRole('button', { name: 'Submit Code' }).click();
  await page.getByText('Invalid or expired invitation code').waitFor();
  await page.getByRole('textbox', { name: /invitation code/i }).fill('WELCOME');
  await page.getByRole('button', { name: 'Submit Code' }).click();
  // Who was let in has logged in at Facebook already.
  await page.getByText('1 Page(s) Connected').waitFor();
  expect(violations).toEqual([]);
});

test('a blocked account is told so', async () => {
  const { product } = running;
  const { page } = await running.visitor();
  await product.control('next-login', { method: 'PUT', body: { role: 'blocked' } });
  await page.goto(product.url);
  await continueWithFacebook(page);
  await page
    .getByText(
      'Access Denied: Your account has been blocked from accessing this application. ' +
        'Please contact the administrator if you believe this is an error.',
    )
    .waitFor();
});

test("who cancels Facebook's dialog hears that the permissions are needed", async () => {
  const { product } = running;
  const { page } = await running.visitor();
  await product.control('next-login', { method: 'PUT', body: { role: 'manager', cancel: true } });
  await page.goto(product.url);
  await continueWithFacebook(page);
  await page.getByRole('alertdialog').getByRole('heading', { name: 'Login cancelled' }).waitFor();
});

test('every account sees its own pages and posts only, and all sixty of them', async () => {
  const { product } = running;
  const [manager, many] = [await running.visitor(), await running.visitor()];
  await logIn(manager.page, product, 'manager');
  await logIn(many.page, product, 'many');
  await manager.page.getByText('3 Page(s) Connected').waitFor();
  await many.page.getByText('60 Page(s) Connected').waitFor();

  const created = await manager.page.evaluate(async () => {
    const pages = (await (await fetch('/api/facebook-pages')).json()) as { id: number }[];
    const answer = await fetch('/api/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        content: 'Mine alone',
        status: 'scheduled',
        scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
        facebookPageId: pages[0]?.id,
      }),
    });
    return { status: answer.status, id: ((await answer.json()) as { id: number }).id };
  });
  expect(created.status).toBe(201);

  const seenByOther = await many.page.evaluate(async (id) => {
    const list = (await (await fetch('/api/posts/status/scheduled')).json()) as unknown[];
    const remove = await fetch(`/api/posts/${id}`, { method: 'DELETE' });
    return { listed: list.length, remove: remove.status };
  }, created.id);
  expect(seenByOther).toEqual({ listed: 0, remove: 404 });
});
