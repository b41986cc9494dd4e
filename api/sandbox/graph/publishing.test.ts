import { describe, expect, test } from 'vitest';
import { setUpSeededSandbox } from '../set-up-sandbox.ts';
import { secretProof } from '../tokens.ts';
import { found, newPosts } from '../testing.ts';

const { sandbox, page } = setUpSeededSandbox();

const post = (fields: Record<string, unknown>, to = page) =>
  sandbox.graph('POST', `/${to.id}/feed`, to.access_token, fields);
const idOf = async (fields: Record<string, unknown>) => String((await post(fields)).body['id']);
const oracle = async (of = page) => newPosts(await sandbox.oracle(of.id));

describe('publishing in one step', () => {
  test('a post is public at once and its id is page and number', async () => {
    const id = await idOf({ message: 'Good morning' });
    expect(id).toMatch(new RegExp(`^${page.id}_\\d{15,}$`));
    expect(await oracle()).toMatchObject([{ id, kind: 'text', message: 'Good morning', is_published: true }]);
  });

  test('the same text twice in a row is refused with 506 and leaves one post', async () => {
    await post({ message: 'Only once' });
    const second = await post({ message: ' Only  once ' });
    expect(second.body.error).toMatchObject({ code: 506 });
    expect(await oracle()).toHaveLength(1);
  });

  test('the same text is fine again after another post, and on another page', async () => {
    await post({ message: 'Again' });
    await post({ message: 'Between' });
    expect((await post({ message: 'Again' })).status).toBe(200);
    expect((await post({ message: 'Again' }, await sandbox.page('manager', 1))).status).toBe(200);
  });

  test('the answer carries the fields that were asked for', async () => {
    const answer = await sandbox.call('POST', `/v21.0/${page.id}/feed?fields=id,permalink_url`, {
      body: { message: 'With link' },
      headers: { authorization: `OAuth ${page.access_token}` },
    });
    expect(answer.body['permalink_url']).toContain(`/pages/${page.id}/posts/`);
    expect((await sandbox.call('GET', String(answer.body['permalink_url']))).text).toContain('With link');
  });
});

describe('publishing in two steps', () => {
  test('an unpublished post is invisible until it is flipped, and flipping twice publishes once', async () => {
    const id = await idOf({ message: 'Two steps', published: false });
    expect((await sandbox.call('GET', `/pages/${page.id}`)).text).not.toContain('Two steps');
    expect((await sandbox.graph('POST', `/${id}`, page.access_token, { is_published: true })).body).toEqual({
      success: true,
    });
    expect((await sandbox.graph('POST', `/${id}`, page.access_token, { is_published: true })).body).toEqual({
      success: true,
    });
    expect(
      (await sandbox.graph('GET', `/${id}`, page.access_token, { fields: 'is_published,created_time,permalink_url' }))
        .body['is_published'],
    ).toBe(true);
    expect((await oracle()).filter((one) => one.is_published)).toHaveLength(1);
  });

  test('a repeated text is judged when it would become public, not when it is created', async () => {
    await post({ message: 'Same words' });
    const id = await idOf({ message: 'Same words', published: false });
    const flip = await sandbox.graph('POST', `/${id}`, page.access_token, { is_published: true });
    expect(flip.body.error).toMatchObject({ code: 506 });
    expect((await oracle()).filter((one) => one.is_published)).toHaveLength(1);
  });

  test('a public post cannot be unpublished', async () => {
    const id = await idOf({ message: 'Stays' });
    expect(
      (await sandbox.graph('POST', `/${id}`, page.access_token, { is_published: false })).body.error,
    ).toMatchObject({ code: 100 });
  });
});

describe('lists', () => {
  test('feed shows unpublished posts, published_posts does not', async () => {
    const hidden = await idOf({ message: 'Hidden', published: false });
    const shown = await idOf({ message: 'Shown' });
    const ids = async (edge: string, fields = {}) =>
      (
        (await sandbox.graph('GET', `/${page.id}/${edge}`, page.access_token, fields)).body.data as { id: string }[]
      ).map((one) => one.id);
    expect(await ids('feed', { is_published: false })).toEqual([hidden]);
    expect(await ids('published_posts')).toContain(shown);
    expect(await ids('published_posts')).not.toContain(hidden);
    expect(await ids('feed')).toEqual(expect.arrayContaining([hidden, shown]));
  });

  test('since leaves out what is older', async () => {
    const id = await idOf({ message: 'New' });
    const answer = await sandbox.graph('GET', `/${page.id}/published_posts`, page.access_token, {
      since: Math.floor(Date.now() / 1000) - 60,
    });
    expect(answer.body.data).toMatchObject([{ id }]);
  });

  test('next leads through all posts and is absent on the last page', async () => {
    for (let index = 0; index < 5; index += 1) await post({ message: `Number ${index}` });
    const seen: string[] = [];
    let next: string | undefined = `${sandbox.url}/v21.0/${page.id}/feed?limit=3&access_token=${page.access_token}`;
    while (next !== undefined) {
      const { body } = await sandbox.call('GET', next);
      seen.push(...(body.data as { id: string }[]).map((one) => one.id));
      next = (body['paging'] as { next?: string }).next;
    }
    expect(new Set(seen).size).toBe(9);
    expect(seen).toHaveLength(9);
  });
});

describe('schedules at Facebook', () => {
  const at = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60;

  test.each([
    [9, 400],
    [11, 200],
    [30 * 24 * 60 - 1, 200],
    [30 * 24 * 60 + 5, 400],
  ])('%i minutes ahead answers %i', async (minutes, status) => {
    expect((await post({ message: 'Later', published: false, scheduled_publish_time: at(minutes) })).status).toBe(
      status,
    );
  });

  test('a scheduled post goes live when the clock passes its time', async () => {
    await post({ message: 'At noon', published: false, scheduled_publish_time: at(20) });
    expect((await oracle())[0]?.is_published).toBe(false);
    expect(
      (await sandbox.graph('GET', `/${page.id}/scheduled_posts`, page.access_token)).body.data as unknown[],
    ).toHaveLength(1);
    await sandbox.clock(21 * 60_000);
    expect((await oracle())[0]?.is_published).toBe(true);
  });
});

describe('deleting', () => {
  test('the first delete succeeds, the second answers 100/33', async () => {
    const id = await idOf({ message: 'Gone soon' });
    expect((await sandbox.graph('DELETE', `/${id}`, page.access_token)).body).toEqual({ success: true });
    expect((await sandbox.graph('DELETE', `/${id}`, page.access_token)).body.error).toMatchObject({
      code: 100,
      error_subcode: 33,
      type: 'GraphMethodException',
    });
    expect(await oracle()).toHaveLength(0);
  });
});

describe('refusals', () => {
  test.each([
    ['an empty post', { message: ' ' }, 100],
    ['a text over 63,206 characters', { message: 'x'.repeat(63_207) }, 100],
    ['an unknown field', { message: 'a', mesage: 'b' }, 100],
    ['a facebook.com link', { link: 'https://www.facebook.com/x' }, 1609008],
    ['a link that is no address', { link: 'nonsense' }, 100],
    ['a flag that is no boolean', { message: 'a', published: 'maybe' }, 100],
  ])('%s is refused', async (_what, fields, code) => {
    const answer = await post(fields);
    expect(answer.body.error).toMatchObject({
      code,
      type: 'OAuthException',
      message: expect.any(String),
      fbtrace_id: expect.any(String),
    });
    expect(await oracle()).toHaveLength(0);
  });

  test('a text of exactly 63,206 characters is taken', async () => {
    expect((await post({ message: 'x'.repeat(63_206) })).status).toBe(200);
  });

  test("a user token, another page's token and a missing task cannot publish", async () => {
    const manager = await sandbox.user('manager');
    const other = found(manager.pages[1]);
    const lame = await sandbox.page('invitee', 1);
    expect(
      (await sandbox.graph('POST', `/${page.id}/feed`, manager.accessToken, { message: 'a' })).body.error?.['code'],
    ).toBe(210);
    expect(
      (await sandbox.graph('POST', `/${page.id}/feed`, other.access_token, { message: 'a' })).body.error?.['code'],
    ).toBe(200);
    expect(
      (await sandbox.graph('POST', `/${lame.id}/feed`, lame.access_token, { message: 'a' })).body.error?.['code'],
    ).toBe(200);
  });

  test('a right appsecret_proof passes, a wrong one is refused, and a missing one when it is required', async () => {
    const read = (fields: Record<string, unknown>) => sandbox.graph('GET', '/me', page.access_token, fields);
    expect((await read({ appsecret_proof: secretProof('sandbox-app-secret', page.access_token) })).status).toBe(200);
    expect((await read({ appsecret_proof: 'wrong' })).body.error).toMatchObject({
      code: 100,
      message: expect.stringContaining('appsecret_proof'),
    });
    await sandbox.control('PUT', '/switches', { requireProof: true });
    expect((await read({})).body.error).toMatchObject({ code: 100 });
  });

  test('the proof of the known vector is the known value', () => {
    expect(secretProof('sandbox-app-secret', 'EAAsandboxtoken1')).toBe(
      'a72f4e2f2a085790e21033adc001230a39d8100802bc4fb9cdc2e3561c708284',
    );
  });

  test('a post of another application cannot be edited', async () => {
    const old = found((await sandbox.oracle(page.id))[0]);
    expect(
      (await sandbox.graph('POST', `/${old.id}`, page.access_token, { message: 'changed' })).body.error?.['code'],
    ).toBe(200);
  });

  test('unknown fields, bad syntax and unknown paths have their codes', async () => {
    expect((await sandbox.graph('GET', '/me', page.access_token, { fields: 'id,nonsense' })).body.error?.['code']).toBe(
      100,
    );
    expect(
      (await sandbox.graph('GET', '/me', page.access_token, { fields: 'id,picture{url' })).body.error?.['code'],
    ).toBe(2500);
    expect((await sandbox.graph('GET', '/me/nothing/here', page.access_token)).status).toBe(404);
    expect(
      (await sandbox.call('GET', '/v99.0/me', { headers: { authorization: `Bearer ${page.access_token}` } })).body
        .error?.['code'],
    ).toBe(2500);
    expect(
      (
        await sandbox.call('POST', `/v19.0/${page.id}/feed`, {
          body: '{"message":',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${page.access_token}` },
        })
      ).body.error?.['code'],
    ).toBe(100);
  });
});

describe('engagement', () => {
  test('grows with the clock, and shares are absent while there are none', async () => {
    const id = await idOf({ message: 'Popular' });
    // The short-lived token of the start is over three days later.
    const numbers = async () =>
      (
        await sandbox.graph('GET', `/${id}`, (await sandbox.page()).access_token, {
          fields:
            'shares,likes.summary(true).limit(0),comments.summary(true).limit(0),reactions.summary(true).limit(0)',
        })
      ).body;
    const total = (body: Record<string, unknown>, key: string) =>
      (body[key] as { summary: { total_count: number } }).summary.total_count;
    const first = await numbers();
    expect(first).not.toHaveProperty('shares');
    await sandbox.clock(3 * 86_400_000);
    const later = await numbers();
    expect(total(later, 'likes')).toBeGreaterThan(total(first, 'likes'));
    expect(await numbers()).toEqual(later);
  });

  test('one seed post was never shared', async () => {
    const old = found((await sandbox.oracle(page.id))[0]);
    expect(
      (await sandbox.graph('GET', `/${old.id}`, page.access_token, { fields: 'shares,likes.summary(true)' })).body,
    ).not.toHaveProperty('shares');
  });

  test.each([['pretty'], ['debug'], ['date_format']])('%s is no longer known to any call', async (name) => {
    const { status, body } = await sandbox.graph('GET', `/${page.id}`, page.access_token, { [name]: 'U' });
    expect([status, body.error]).toMatchObject([400, { code: 100, message: expect.stringContaining(name) }]);
  });

  test('several posts are no longer read with one call', async () => {
    const ids = (await sandbox.oracle(page.id)).slice(0, 2).map((one) => one.id);
    const answer = await sandbox.graph('GET', '/', page.access_token, { ids: ids.join(','), fields: 'id,message' });
    expect(answer.body.error).toMatchObject({ code: 2500 });
  });

  test('what was read before comes whole again', async () => {
    const address = `${sandbox.url}/v21.0/${page.id}?access_token=${page.access_token}`;
    const etag = (await fetch(address)).headers.get('etag') ?? '"x"';
    const again = await fetch(address, { headers: { 'if-none-match': etag } });
    expect([again.status, ((await again.json()) as { id: string }).id]).toEqual([200, page.id]);
  });
});
