import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { logIn, useProduct } from './journey.ts';

const running = useProduct();

const HOSTILE =
  '<img src=x onerror="window.ran=1"><script>window.ran=1</script><svg onload="window.ran=1"> ' +
  '[click](javascript:window.ran=1) <iframe srcdoc="<script>parent.ran=1</script>">';

/** Calls the API as the person on the screen. */
function send(page: Page, method: string, path: string, body: object): Promise<number> {
  return page.evaluate(
    async ([verb, address, json]) =>
      (await fetch(address, { method: verb, headers: { 'content-type': 'application/json' }, body: json })).status,
    [method, path, JSON.stringify(body)] as const,
  );
}

test('texts that are code stay texts on every screen that shows them', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  const [inAnHour, inADay] = [3_600_000, 86_400_000].map((ms) => new Date(Date.now() + ms).toISOString());
  await logIn(page, product, 'admin');
  const [shop] = await page.evaluate(
    async () => (await fetch('/api/facebook-pages')).json() as Promise<{ id: number }[]>,
  );
  const post = {
    content: HOSTILE,
    keywords: HOSTILE,
    contentType: 'story',
    facebookPageId: shop?.id,
    isAiGenerated: true,
  };
  const answers = [
    await send(page, 'POST', '/api/posts', { ...post, status: 'published' }),
    await send(page, 'POST', '/api/posts', { ...post, status: 'scheduled', scheduledAt: inAnHour }),
    await send(page, 'POST', '/api/posts', { ...post, status: 'draft' }),
    await send(page, 'POST', '/api/fiztech-publish', {
      contentType: 'review',
      content: { title: HOSTILE, body: `# ${HOSTILE}\n\n${HOSTILE}`, productName: HOSTILE },
    }),
    await send(page, 'POST', '/api/admin/access-control', { facebookId: '10210099', name: HOSTILE, type: 'whitelist' }),
    await send(page, 'POST', '/api/admin/facebook-apps', {
      appId: '5550009',
      appSecret: 'x',
      appMode: 'test',
      isActive: true,
      description: HOSTILE,
    }),
    await send(page, 'POST', '/api/admin/invitation-codes', {
      code: HOSTILE.slice(0, 50),
      description: HOSTILE,
      expiresAt: inADay,
    }),
  ];
  expect(answers).toEqual([201, 201, 201, 200, 201, 201, 201]);

  const hasRun = () => page.evaluate(() => (window as { ran?: number }).ran === 1);
  for (const path of [
    '/',
    '/scheduled',
    '/scheduled?view=calendar',
    '/admin',
    `/unauthorized?facebookId=1&name=${encodeURIComponent(HOSTILE)}`,
    '/history',
  ]) {
    await page.goto(product.url + path);
    await page.getByText('onerror=').first().waitFor();
    expect([path, await hasRun()]).toEqual([path, false]);
  }
  for (const view of await page.getByRole('button', { name: /^View/ }).all()) {
    await view.click();
    await page.getByRole('dialog').getByText('onerror=').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(await hasRun()).toBe(false);
  expect(complaints).toEqual([]);
});

test('a script that slips into a page is refused, also one of the host that the SDK comes from', async () => {
  const { product } = running;
  const { page } = await running.visitor();
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Continue with Facebook' }).waitFor();
  await page.waitForFunction(() => 'FB' in window);
  const sdkUrl = await page.evaluate(
    async () => ((await (await fetch('/api/facebook/config')).json()) as { sdkUrl: string }).sdkUrl,
  );
  const endOf = (src: string) =>
    page.evaluate(
      (address) =>
        new Promise<string>((resolve) => {
          document.addEventListener(
            'securitypolicyviolation',
            (violation) => resolve(`refused by ${violation.effectiveDirective}`),
            { once: true },
          );
          const script = document.createElement('script');
          script.src = address;
          script.onload = () => resolve('ran');
          document.head.append(script);
        }),
      src,
    );
  for (const path of ['/embed.js', '/sdk/dialog-result.js', '/en_US/sdk.js', '/sdk.js/', '/SDK.js'])
    expect([path, await endOf(new URL(path, sdkUrl).href)]).toEqual([path, 'refused by script-src-elem']);
  // Its second half comes under the same path.
  expect(await endOf(`${sdkUrl}?hash=0a1b2c3d`)).toBe('ran');
});
