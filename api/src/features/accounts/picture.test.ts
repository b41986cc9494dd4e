import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facebookLogin, listPages, pagePicturePath, PROFILE_PICTURE_PATH } from '../../contract/index.ts';
import { buildUser } from '../../testing/builders.ts';
import { setUpApi } from '../../testing/scene.ts';
import { cookieOf, type Caller } from '../../testing/test-api.ts';
import { fetchPicture } from '../../facebook/fetch-picture.ts';

const api = setUpApi();
let manager: Caller;
beforeAll(async () => {
  const { id, name, accessToken } = await api.sandbox.user('manager');
  await api.stored.accessEntries.add({ facebook_id: id, name, type: 'whitelist' });
  manager = api.withCookie(
    cookieOf((await api.as(null).call(facebookLogin, { body: { userID: id, accessToken } })).headers),
  );
});

describe('the picture of the caller', () => {
  test('comes through our own server, for this browser alone to keep', async () => {
    const answer = await manager.fetch(PROFILE_PICTURE_PATH);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toMatch(/^private/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  test('is for who is logged in', async () =>
    expect((await api.as(null).fetch(PROFILE_PICTURE_PATH)).status).toBe(401));

  test('is a 404 when there is none, so that initials are shown', async () => {
    expect((await api.as(await buildUser(api.db)).fetch(PROFILE_PICTURE_PATH)).status).toBe(404);
    await api.sandbox.fault({ match: { service: 'graph', path: '/picture' }, action: { type: 'error', code: 190 } });
    expect((await manager.fetch(PROFILE_PICTURE_PATH)).status).toBe(404);
  });
});

describe('the picture of a page', () => {
  test('comes through our own server for who manages it, and is nothing where there is none', async () => {
    await api.sandbox.control('DELETE', '/faults');
    const [page] = (await manager.call(listPages)).body;
    const answer = await manager.fetch(pagePicturePath(page?.id ?? 0));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    await api.sandbox.fault({ match: { service: 'graph', path: '/picture' }, action: { type: 'error', code: 190 } });
    expect((await manager.fetch(pagePicturePath(page?.id ?? 0))).status).toBe(204);
    expect((await api.as(null).fetch(pagePicturePath(page?.id ?? 0))).status).toBe(401);
    expect((await api.as(await buildUser(api.db)).fetch(pagePicturePath(page?.id ?? 0))).status).toBe(404);
  });
});

describe('what is taken for a picture', () => {
  let host: Server;
  const answers: Record<string, [type: string, bytes: number, hasLength?: boolean]> = {
    '/good': ['image/jpeg', 1000],
    '/typed': ['image/webp; q=1', 10],
    '/drawing': ['image/svg+xml', 100],
    '/page': ['text/html', 100],
    '/large': ['image/png', 600 * 1024],
    '/large-without-length': ['image/png', 600 * 1024, false],
  };
  beforeAll(async () => {
    host = createServer((request, response) => {
      const [type, bytes, hasLength = true] = answers[request.url ?? ''] ?? ['text/plain', 0];
      response.writeHead(bytes === 0 ? 404 : 200, {
        'content-type': type,
        ...(hasLength ? { 'content-length': bytes } : {}),
      });
      response.end(Buffer.alloc(bytes));
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
  });
  afterAll(() => host.close());
  const fetched = async (address: string) =>
    (await fetchPicture(`http://127.0.0.1:${(host.address() as AddressInfo).port}${address}`))?.type ?? null;

  test.each([
    ['/good', 'image/jpeg'],
    ['/typed', 'image/webp'],
    ['/drawing', null],
    ['/page', null],
    ['/large', null],
    ['/large-without-length', null],
    ['/gone', null],
  ])('%s -> %s', async (address, type) => expect(await fetched(address)).toBe(type));
});
