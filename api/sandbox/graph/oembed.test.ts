import { expect, test } from 'vitest';
import { setUpSandbox } from '../set-up-sandbox.ts';
import { OEMBED_EXAMPLES } from './oembed.routes.ts';

const sandbox = setUpSandbox();

const embed = (endpoint: string, url: string) => sandbox.graph('GET', `/${endpoint}`, null, { url });

test.each([
  ['oembed_post', 0, 'rich'],
  ['oembed_video', 1, 'video'],
  ['instagram_oembed', 2, 'rich'],
])('%s answers example %i without a token', async (endpoint, index, type) => {
  const { body } = await embed(endpoint, OEMBED_EXAMPLES[index] ?? '');
  expect(body).toMatchObject({
    type,
    version: '1.0',
    height: null,
    html: expect.stringContaining(OEMBED_EXAMPLES[index] ?? ''),
  });
  expect(body).not.toHaveProperty('author_name');
});

test.each([
  ['oembed_post', 'some.private/posts/1'],
  ['oembed_post', 'kedaikopiseripagi/posts/999'],
  ['oembed_post', 'nobody/posts/122090000001002'],
  ['oembed_post', 'photo/?fbid=5'],
  ['oembed_video', 'reel/1234567890'],
  ['oembed_page', 'nobody.at.all'],
])('%s: private content, and what was never there, look the same (%s)', async (endpoint, path) => {
  expect((await embed(endpoint, `https://www.facebook.com/${path}`)).body.error).toMatchObject({
    code: 24,
    error_subcode: 2207046,
  });
});

test('a post that goes out can be embedded from then on, by each of its addresses', async () => {
  const { id, access_token: token } = await sandbox.page('manager');
  const {
    body: { id: postId },
  } = await sandbox.graph('POST', `/${id}/feed`, token, { message: 'Embed me', published: false });
  const [, number] = String(postId).split('_');
  const addresses = [
    `${String(postId)}`,
    `${id}/posts/${String(number)}/`,
    `permalink.php?story_fbid=${String(number)}&id=${id}`,
    `kedaikopiseripagi/posts/embed-me/${String(number)}`,
  ];
  expect((await embed('oembed_post', `https://www.facebook.com/${String(postId)}`)).body.error).toMatchObject({
    code: 24,
  });
  await sandbox.graph('POST', `/${String(postId)}`, token, { is_published: true });
  for (const address of addresses)
    expect((await embed('oembed_post', `https://www.facebook.com/${address}`)).body).toMatchObject({ type: 'rich' });
});

test('an address of another host, a wrong token and an unknown parameter are refused', async () => {
  expect((await embed('oembed_post', 'https://example.com/posts/1')).body.error).toMatchObject({ code: 100 });
  expect(
    (await sandbox.graph('GET', '/oembed_post', 'nonsense', { url: OEMBED_EXAMPLES[0] })).body.error,
  ).toMatchObject({ code: 190 });
  expect(
    (await sandbox.graph('GET', '/oembed_post', null, { url: OEMBED_EXAMPLES[0], nonsense: 1 })).body.error,
  ).toMatchObject({ code: 100 });
});

test('the removed fields come back with a switch', async () => {
  await sandbox.control('PUT', '/switches', { legacyOembed: true });
  expect((await embed('oembed_post', OEMBED_EXAMPLES[0] ?? '')).body).toMatchObject({
    author_name: 'Kedai Kopi Seri Pagi',
    thumbnail_width: 400,
  });
});
