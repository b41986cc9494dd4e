import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  checkClaims,
  generateContent,
  generateFiztechContent,
  readLink,
  readSourceFile,
  showPrompt,
  showSource,
} from '../../contract/index.ts';
import type { Source } from '../../contract/sources.ts';
import { buildUser } from '../../testing/builders.ts';
import { receiver, type Receiver } from '../../testing/receiver.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';

const api = setUpApi({ SOURCE_NETWORKS: '127.0.0.1' });
const { caller } = setUpPerson(api);
let site: Receiver;
beforeAll(async () => {
  site = await receiver();
});
afterAll(() => site.close());

const SENTENCE = 'The council opens a new bridge over the Klang river on 14 December 2026 for RM 12 million.';
const FILLER = 'People who walk to work will save time, says the council, and cyclists get a lane of their own. ';
const page = (body: string, head = '') =>
  `<!doctype html><html><head><title>New bridge for Klang</title>${head}</head><body><nav>Home News Sport</nav>
  <article><h1>New bridge for Klang</h1>${body}</article><footer>All rights reserved</footer></body></html>`;
const ARTICLE = page(
  `<p>${SENTENCE}</p><p>${FILLER.repeat(3)}</p><p>${FILLER.repeat(2)}</p>`,
  '<meta name="author" content="Aida Rahman"><meta property="article:published_time" content="2026-11-20T08:00:00Z">',
);

interface Page {
  readonly status?: number;
  readonly type?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}
/** What stands at the paths of the site; everything else is not there. */
let pages: Record<string, Page>;
beforeEach(async () => {
  await api.sandbox.control('POST', '/reset');
  pages = { '/bridge': { body: ARTICLE } };
  site.received.length = 0;
  site.answers((response, { path }) => {
    const found = pages[path.split('?')[0] ?? ''];
    if (found === undefined) return response.writeHead(404).end();
    const { status = 200, type = 'text/html; charset=utf-8', headers = {}, body = '' } = found;
    response.writeHead(status, { ...(type !== null && { 'content-type': type }), ...headers });
    return response.end(body);
  });
});

const read = (path = '/bridge') => caller.call(readLink, { body: { address: `${site.origin}${path}` } });
const known = async (path?: string): Promise<Source> => (await read(path)).body;

describe('a link', () => {
  test('is read as people read it, and says who we are', async () => {
    const { status, body } = await read();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: 'link',
      address: `${site.origin}/bridge`,
      name: '127.0.0.1',
      title: 'New bridge for Klang',
      author: 'Aida Rahman',
      publishedAt: '2026-11-20T08:00:00.000Z',
      beginning: expect.stringContaining(SENTENCE),
      isCut: false,
    });
    expect(body.beginning).not.toContain('All rights reserved');
    expect(body.words).toBeGreaterThan(100);
    expect(site.received.map(({ path, headers }) => [path, headers['user-agent']])).toEqual([
      ['/robots.txt', expect.stringMatching(/^Pagecast\/1\.0 \(\+http/)],
      ['/bridge', expect.stringMatching(/^Pagecast\/1\.0 \(\+http/)],
    ]);
    expect(site.received[1]?.headers).not.toHaveProperty('cookie');
    expect((await caller.call(showSource, { params: { id: body.id } })).body).toEqual(body);
  });

  test('is theirs alone', async () => {
    const { id } = await known();
    const other = api.as(await buildUser(api.db));
    expect((await other.call(showSource, { params: { id } })).status).toBe(404);
    const news = { contentType: 'news', newsCategory: 'Startups', sourceId: id } as const;
    expect((await other.call(generateFiztechContent, { body: news })).status).toBe(404);
    expect((await other.call(showPrompt, { body: { prompt: 'About it', sourceId: id } })).status).toBe(404);
    expect((await other.call(generateContent, { body: { prompt: 'About it', sourceId: id } })).status).toBe(404);
    expect((await other.call(checkClaims, { body: { content: 'x', brief: '', sourceId: id } })).status).toBe(404);
  });

  test.each([
    ['robots', { '/robots.txt': { body: 'User-agent: Pagecast\nDisallow: /bridge', type: 'text/plain' } }],
    ['robots', { '/robots.txt': { body: 'User-agent: *\nDisallow: /', type: 'text/plain' } }],
    ['robots-unknown', { '/robots.txt': { status: 500 } }],
    ['gone', { '/bridge': { status: 410 } }],
    ['needs-login', { '/bridge': { status: 401 } }],
    ['refused', { '/bridge': { status: 403 } }],
    ['busy', { '/bridge': { status: 503 } }],
    ['not-text', { '/bridge': { type: 'video/mp4', body: 'x' } }],
    ['binary', { '/bridge': { type: null, body: Buffer.from('a\0b\0c\0d') } }],
    ['no-text', { '/bridge': { body: page('<p>Hello.</p>') } }],
    ['needs-login', { '/bridge': { body: page('<form><input type="password"></form>') } }],
    ['too-large', { '/bridge': { body: ARTICLE + ' '.repeat(5 * 1024 * 1024) } }],
    [
      'too-large',
      { '/bridge': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50 * 1024 * 1024, 'a')) } },
    ],
    ['broken', { '/bridge': { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' } }],
    ['refused', { '/bridge': { status: 302, headers: { location: '/bridge' } } }],
    ['private', { '/bridge': { status: 302, headers: { location: 'http://169.254.169.254/latest' } } }],
    ['scheme', { '/bridge': { status: 302, headers: { location: 'file:///etc/passwd' } } }],
    ['broken', { '/bridge': { type: 'application/pdf', body: '%PDF-1.7 and no more' } }],
    ['no-text', { '/bridge': { body: '' } }],
    ['not-text', { '/bridge': { type: 'image/png', body: 'x' } }],
    ['not-text', { '/bridge': { type: 'application/octet-stream', body: 'x' } }],
    ['broken', { '/bridge': { type: null, body: Buffer.from('PK\u0003\u0004', 'latin1') } }],
    ['broken', { '/bridge': { headers: { 'content-encoding': 'gzip, gzip' }, body: gzipSync(ARTICLE) } }],
    [
      'too-large',
      { '/bridge': { headers: { 'content-encoding': 'br' }, body: brotliCompressSync(Buffer.alloc(50_000_000, 'a')) } },
    ],
    ['too-large', { '/bridge': { headers: { 'content-length': '6000000000' }, body: 'a' } }],
    ['credentials', { '/bridge': { status: 302, headers: { location: 'http://me:secret@127.0.0.1/' } } }],
    ['private', { '/bridge': { status: 302, headers: { location: '//[::ffff:a00:1]/' } } }],
    ['private', { '/robots.txt': { status: 302, headers: { location: 'http://10.0.0.1/robots.txt' } } }],
    ['robots-unknown', { '/robots.txt': { status: 302, headers: { location: '/robots.txt' } } }],
  ] as const)('that cannot be read is told why: %s', async (flaw, there) => {
    Object.assign(pages, there);
    const answer = await read();
    expect(answer).toMatchObject({ status: 400, body: { flaw, message: expect.stringMatching(/\.$/) } });
  });

  test.each([
    ['http://10.0.0.1/', 'private'],
    ['http://[::1]/', 'private'],
    ['http://localhost.localdomain.local/', 'private'],
    ['https://user:secret@example.com/', 'credentials'],
    ['https://example.com:22/', 'port'],
    ['http://167772161/', 'private'],
    ['http://0xa.0.0.1/', 'private'],
    ['http://[::ffff:10.0.0.1]/', 'private'],
    ['http://[64:ff9b::a00:1]/', 'private'],
    ['http://[fd00:ec2::254]/latest/meta-data', 'private'],
    ['http://metadata.google.internal/', 'private'],
    ['https://user@127.0.0.1/', 'credentials'],
    ['file:///etc/passwd', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['not an address', 'address'],
  ])('%s is not asked', async (address, flaw) => {
    expect(await caller.call(readLink, { body: { address } })).toMatchObject({ status: 400, body: { flaw } });
    expect(site.received).toHaveLength(0);
  });

  test('that never ends is read as far as it may be long', async () => {
    const answering = (response: ServerResponse) => {
      const more = (): void => {
        if (response.write('a'.repeat(65_536))) setImmediate(more);
      };
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .on('drain', more)
        .on('error', () => {});
      more();
    };
    site.answers((response, { path }) =>
      path === '/robots.txt' ? response.writeHead(404).end() : answering(response),
    );
    expect((await read()).body).toMatchObject({ flaw: 'too-large' });
  });

  test('is one of so many that are read for a person at once, with their files', async () => {
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    site.answers((response) => void promise.then(() => response.writeHead(404).end()));
    const all = Array.from({ length: 4 }, () => read());
    expect((await Promise.race(all)).status).toBe(429);
    const file = { query: { name: 'menu.txt' }, headers: { 'content-type': 'application/octet-stream' } };
    expect((await caller.call(readSourceFile, file)).status).toBe(429);
    goOn();
    expect((await Promise.all(all)).map(({ status }) => String(status)).toSorted()).toEqual([
      '400',
      '400',
      '400',
      '429',
    ]);
  });

  test('is not read where this machine has no room for it, and nothing else happens', async () => {
    const own = process.execPath;
    process.execPath = '/nowhere/node';
    try {
      expect((await read()).status).toBe(503);
      const file = { query: { name: 'menu.txt' }, headers: { 'content-type': 'application/octet-stream' } };
      expect((await caller.call(readSourceFile, file)).status).toBe(503);
    } finally {
      process.execPath = own;
    }
    expect((await read()).status).toBe(201);
  });

  test('that leads on is asked for its rules anew, where it leads', async () => {
    pages['/old'] = { status: 301, headers: { location: '/bridge' } };
    expect((await known('/old')).address).toBe(`${site.origin}/bridge`);
    expect(site.received.map(({ path }) => path)).toEqual(['/robots.txt', '/old', '/robots.txt', '/bridge']);
  });

  test.each([
    ['gzip', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(ARTICLE) }, SENTENCE],
    [
      'an old charset',
      {
        type: 'text/html; charset=windows-1252',
        body: Buffer.from(page(`<p>Café Zoë. ${FILLER.repeat(3)}</p>`), 'latin1'),
      },
      'Café Zoë',
    ],
    [
      'a charset that it does not have',
      { type: 'text/html; charset=utf-8', body: Buffer.from(page(`<p>Café. ${FILLER.repeat(4)}</p>`), 'latin1') },
      'Caf\ufffd. People',
    ],
    ['a charset that nobody has', { type: 'text/html; charset=iso-2022-kr', body: ARTICLE }, SENTENCE],
    [
      'entities of its own',
      { body: `<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]>${ARTICLE.replace('<p>', '<p>&x; ')}` },
      `&x; ${SENTENCE}`,
    ],
    ['plain text', { type: 'text/plain', body: `<b>Not a tag</b> ${FILLER}` }, '<b>Not a tag</b>'],
  ])('is read as it was sent: %s', async (_, sent, text) => {
    pages['/bridge'] = sent;
    expect((await known()).beginning).toContain(text);
  });

  test('of a page that takes too much to read ends there, and nowhere else', async () => {
    pages['/bridge'] = { body: `<html><body>${'<div>'.repeat(200_000)}deep` };
    expect((await read()).body).toMatchObject({ flaw: 'too-complex' });
    pages['/bridge'] = { body: page(`<p>${FILLER.repeat(10)}${'<b>x</b>'.repeat(90_000)}</p>`) };
    expect((await read()).body).toMatchObject({ flaw: 'too-complex' });
  });
});

describe('a text about a source', () => {
  const body = { prompt: 'Write a promotional post for Facebook', length: 'Medium' } as const;

  test('names it, marks what is taken over, and has no link of others', async () => {
    pages['/bridge'] = { body: page(`<p>${SENTENCE}</p><p>See https://evil.example/win and ${FILLER.repeat(4)}</p>`) };
    const { id } = await known();
    const { status, body: written } = await caller.call(generateContent, { body: { ...body, sourceId: id } });
    expect(status).toBe(200);
    expect(written.content).toContain('Source: 127.0.0.1');
    expect(written.content).toContain('“The council opens a new bridge');
    expect(written.content).not.toMatch(/https?:|evil/);
    const claims = await caller.call(checkClaims, { body: { content: written.content, brief: '', sourceId: id } });
    expect(claims.body.claims).toEqual([]);
    expect(claims.body.sourced).toBeGreaterThan(1);
  });

  test('is shown in what the AI is told, as data', async () => {
    const { id } = await known();
    const { parts } = (await caller.call(showPrompt, { body: { ...body, sourceId: id } })).body;
    expect(parts.filter(({ from }) => from === 'source').map(({ text }) => text)).toEqual([
      'Name the source in the text, as: 127.0.0.1',
      expect.stringContaining(JSON.stringify('Title: New bridge for Klang')),
    ]);
  });

  test('as news for the tech site links to it', async () => {
    const source = await known();
    const { status, body: written } = await caller.call(generateFiztechContent, {
      body: { contentType: 'news', newsCategory: 'Startups', sourceId: source.id },
    });
    expect(status).toBe(200);
    expect(written.content.body).toContain(`Source: [127.0.0.1](${source.address})`);
    expect(written.content.title).toContain('New bridge for Klang');
  });

  test('that quotes what nobody said is told so', async () => {
    const { id } = await known();
    const content = 'The mayor: “We will build ten more bridges.” And “a new bridge over the Klang river” is there.';
    const { claims } = (await caller.call(checkClaims, { body: { content, brief: '', sourceId: id } })).body;
    expect(claims.filter(({ kind }) => kind === 'quotation').map(({ text }) => text)).toEqual([
      '“We will build ten more bridges.”',
    ]);
  });
});
