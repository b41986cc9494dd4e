import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox } from '../testing.ts';
import type { TestSandbox } from '../testing.ts';
import { OEMBED_EXAMPLES } from './oembed.routes.ts';

let sandbox: TestSandbox;
beforeAll(async () => { sandbox = await startTestSandbox(); });
afterAll(() => sandbox.close());

const embed = (endpoint: string, url: string) => sandbox.graph('GET', `/${endpoint}`, null, { url });

test.each([['oembed_post', 0, 'rich'], ['oembed_video', 1, 'video'], ['instagram_oembed', 2, 'rich']])('%s answers example %i without a token', async (endpoint, index, type) => {
  const { body } = await embed(endpoint, OEMBED_EXAMPLES[index] ?? '');
  expect(body).toMatchObject({ type, version: '1.0', height: null, html: expect.stringContaining(OEMBED_EXAMPLES[index] ?? '') });
  expect(body).not.toHaveProperty('author_name');
});

test('private content looks as if it did not exist', async () => {
  expect((await embed('oembed_post', 'https://www.facebook.com/some.private/posts/1')).body.error).toMatchObject({ code: 24, error_subcode: 2207046 });
  expect((await embed('oembed_post', 'https://www.facebook.com/kedaikopiseripagi/posts/999')).body.error).toMatchObject({ code: 24 });
});

test('an address of another host, a wrong token and an unknown parameter are refused', async () => {
  expect((await embed('oembed_post', 'https://example.com/posts/1')).body.error).toMatchObject({ code: 100 });
  expect((await sandbox.graph('GET', '/oembed_post', 'nonsense', { url: OEMBED_EXAMPLES[0] })).body.error).toMatchObject({ code: 190 });
  expect((await sandbox.graph('GET', '/oembed_post', null, { url: OEMBED_EXAMPLES[0], nonsense: 1 })).body.error).toMatchObject({ code: 100 });
});

test('the removed fields come back with a switch', async () => {
  await sandbox.control('PUT', '/switches', { legacyOembed: true });
  expect((await embed('oembed_post', OEMBED_EXAMPLES[0] ?? '')).body).toMatchObject({ author_name: 'Kedai Kopi Seri Pagi', thumbnail_width: 400 });
});
