import { describe, expect, test } from 'vitest';
import { EMBED_FRAME_PATH, fetchOembed, OEMBED_EXAMPLES } from '../../contract/index.ts';
import { setUpSweptApi, setUpPerson } from '../../testing/scene.ts';

const api = setUpSweptApi();
const { caller } = setUpPerson(api);

const embed = (url: string) => caller.call(fetchOembed, { body: { url } });
const asked = async () =>
  (await api.sandbox.control<{ path: string }[]>('GET', '/journal?service=graph'))
    .map(({ path }) => path.replace(/^\/v[\d.]+\//, ''))
    .filter((path) => path.includes('oembed'));

describe('an address', () => {
  test.each([
    [0, 'facebook', 'Facebook', 'rich'],
    [1, 'facebook', 'Facebook', 'video'],
    [2, 'instagram', 'Instagram', 'rich'],
  ] as const)('example %i is told, and what is no longer given is null', async (index, platform, provider, type) => {
    const url = OEMBED_EXAMPLES[index];
    const { status, body } = await embed(url);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      platform,
      type,
      provider_name: provider,
      version: '1.0',
      height: null,
      title: null,
      author_name: null,
      originalUrl: url,
      html: expect.stringContaining(url),
    });
    expect(body).not.toHaveProperty('provider_url');
  });

  test('tells its author where Facebook still does', async () => {
    await api.sandbox.control('PUT', '/switches', { legacyOembed: true });
    expect((await embed(OEMBED_EXAMPLES[0])).body.author_name).toBe('Kedai Kopi Seri Pagi');
  });

  test.each([
    'https://evil.example/posts/1',
    'http://www.facebook.com/a/posts/1',
    'https://www.facebook.com@127.0.0.1/posts/1',
    'https://169.254.169.254/latest/',
  ])('%s is asked of nobody', async (url) => {
    const { status, body } = await embed(url);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'invalid_input',
      error: expect.stringMatching(/\w.*\.$/),
      issues: [{ path: 'url' }],
    });
    expect(await asked()).toEqual([]);
  });

  test.each([[{}], [{ url: '' }], [{ url: '  ' }], [{ url: null }]])(
    'that is missing (%j) is asked for',
    async (body) => {
      const error = 'Please enter a Facebook or Instagram URL';
      expect(await caller.call(fetchOembed, { body })).toMatchObject({
        status: 400,
        body: { error, message: error, issues: [{ path: 'url', message: error }] },
      });
      expect(await asked()).toEqual([]);
    },
  );

  test.each([
    ['{"url":', 400],
    ['{"url":5}', 400],
    ['{"url":"https://www.facebook.com/a","more":1}', 400],
  ])('in a body that makes no sense (%s) has an error to read as well', async (body, status) => {
    const answer = await caller.fetch(fetchOembed.path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/\w/) });
  });

  test.each([['https://www.facebook.com/nobody/posts/1'], ['https://www.facebook.com/some.private/posts/1']])(
    'of content that is private or not there (%s) is explained',
    async (url) => {
      const { status, body } = await embed(url);
      expect(status).toBe(422);
      expect(body).toMatchObject({
        error:
          'Facebook only embeds public content. ' +
          'This content is private, age-restricted or deleted, or was never at this address.',
      });
    },
  );
});

describe('Facebook', () => {
  const fault = (action: unknown, times = 1) =>
    api.sandbox.control('POST', '/faults', { match: { path: 'oembed' }, when: 'before', action, times });

  test.each([10, 190])('that does not like our token (%i) is asked without it', async (code) => {
    await fault({ type: 'error', code, http: 400 });
    expect((await embed(OEMBED_EXAMPLES[0])).status).toBe(200);
    expect(await asked()).toHaveLength(2);
  });

  test.each([
    ['a limit', { type: 'error', code: 4, http: 400 }, 429, /ten minutes/],
    ['a fault of its own', { type: 'error', code: 2, http: 500 }, 502, /Try again in a minute/],
    ['a cut line', 'reset', 502, /isn't responding/],
    ['a way elsewhere', 'html 502', 502, /Try again/],
  ] as const)('%s is said in words', async (_name, action, status, words) => {
    await fault(action, 5);
    expect(await embed(OEMBED_EXAMPLES[0])).toMatchObject({ status, body: { error: expect.stringMatching(words) } });
  });
});

describe('the page that shows an embed', () => {
  test('has no origin, reaches only the hosts of embed scripts, and stands in our own pages alone', async () => {
    const answer = await api.as(null).fetch(EMBED_FRAME_PATH);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/(^|; )sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox$/);
    expect(policy).not.toMatch(/allow-same-origin|script-src[^;]*'(unsafe|self)/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(
      new RegExp(
        `script-src 'sha256-[^']+' ${new URL(api.sandbox.url).origin} https://connect\\.facebook\\.net ` +
          `https://www\\.instagram\\.com/embed\\.js;`,
      ),
    );
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  });
});
