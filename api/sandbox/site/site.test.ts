import { expect, test } from 'vitest';
import { setUpSandbox } from '../set-up-sandbox.ts';
import { form, PNG } from '../testing.ts';

const sandbox = setUpSandbox();

test('the first page lists people and their pages', async () => {
  const { text, headers } = await sandbox.call('GET', '/');
  for (const user of await sandbox.users()) expect(text).toContain(user.name.replace("'", '&#39;'));
  expect(text).toContain('Kedai Kopi Seri Pagi');
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
});

test('a page shows what is public, with markup in texts made harmless', async () => {
  const page = await sandbox.page();
  await sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: '<script>alert(1)</script> & more' });
  await sandbox.graph('POST', `/${page.id}/feed`, page.access_token, { message: 'Not yet public', published: false });
  const { text } = await sandbox.call('GET', `/pages/${page.id}`);
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more');
  expect(text).not.toContain('<script>alert');
  expect(text).not.toContain('Not yet public');
  expect(text).toMatch(/\d+ likes?<\/span>/);
});

test('a photo is shown with the bytes that were sent', async () => {
  const page = await sandbox.page();
  await sandbox.call('POST', `/v19.0/${page.id}/photos`, {
    body: form({ message: 'Photo' }, { name: 'source', bytes: PNG, type: 'image/png' }),
    headers: { authorization: `Bearer ${page.access_token}` },
  });
  const { text } = await sandbox.call('GET', `/pages/${page.id}`);
  const address = /src="(\/media\/\d+)"/.exec(text)?.[1] ?? '';
  const image = await fetch(`${sandbox.url}${address}`);
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await image.arrayBuffer()).equals(PNG)).toBe(true);
});

test.each(['/nothing', '/pages/1', '/pages/101880300007919/posts/1', '/media/1'])(
  '%s is a page that says it is not there',
  async (path) => {
    const answer = await sandbox.call('GET', path);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('available');
  },
);
