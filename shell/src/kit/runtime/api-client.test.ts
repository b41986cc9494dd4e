// @vitest-environment jsdom
import {
  currentUser,
  listPosts,
  logout,
  OUTCOME_WITHIN_SECONDS,
  UNDO_SECONDS,
  updatePost,
} from '@pagecast/api/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressOf, callApi, READ_WITHIN_MS } from './api-client.ts';
import { reasonOf, type ApiError } from './api-error.ts';

const realFetch = globalThis.fetch;
let answer: { status: number; statusText?: string; body: string; headers?: Record<string, string> };
let seen: { url: string; method: string; headers: Headers; body: unknown; credentials: unknown }[] = [];

beforeEach(() => {
  seen = [];
  answer = { status: 200, body: '{}' };
  globalThis.fetch = (target, init) => {
    seen.push({
      url: String(target),
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers),
      body: init?.body ?? '',
      credentials: init?.credentials,
    });
    const { body, ...rest } = answer;
    return Promise.resolve(new Response(body, rest));
  };
});
afterEach(() => {
  vi.useRealTimers();
  globalThis.fetch = realFetch;
});

async function refusal(): Promise<ApiError> {
  return callApi(currentUser).then(
    () => {
      throw new Error('The call succeeded');
    },
    (error: unknown) => error as ApiError,
  );
}

test("a read sends the session's cookie, no body, and says the zone of this browser", async () => {
  await callApi(listPosts, { query: { page: 2, status: 'published' } });
  expect(seen).toMatchObject([
    { method: 'GET', url: '/api/posts/paginated?page=2&status=published', body: '', credentials: 'same-origin' },
  ]);
  expect(seen[0]?.headers.get('content-type')).toBeNull();
  expect(seen[0]?.headers.get('x-time-zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test('a write sends JSON, with null kept and the id in the path', async () => {
  await callApi(updatePost, { params: { id: 7 }, body: { scheduledAt: null } });
  expect(seen).toMatchObject([{ method: 'PATCH', url: '/api/posts/7', body: '{"scheduledAt":null}' }]);
  expect(seen[0]?.headers.get('content-type')).toBe('application/json');
});

test('a write without a body sends none', async () => {
  await callApi(logout);
  expect(seen[0]?.headers.get('content-type')).toBeNull();
  expect(seen[0]?.body).toBe('');
});

test("a refusal carries the transport text, the server's sentence and the request id", async () => {
  answer = {
    status: 409,
    body: '{"message":"The post is being published","code":"conflict"}',
    headers: { 'x-request-id': 'abc' },
  };
  const error = await refusal();
  expect(error).toMatchObject({
    name: 'ApiError',
    status: 409,
    reason: 'The post is being published',
    requestId: 'abc',
  });
  expect(error.message).toBe('409: {"message":"The post is being published","code":"conflict"}');
});

test('an empty refusal says the status text, and people the sentence of their screen', async () => {
  answer = { status: 502, statusText: 'Bad Gateway', body: '' };
  const error = await refusal();
  expect(error.message).toBe('502: Bad Gateway');
  expect(reasonOf(error, 'Failed to publish to Facebook')).toBe('Failed to publish to Facebook');
});

test('a sentence in the field `error` is read too', async () => {
  answer = { status: 400, body: '{"error":"Invalid or expired invitation code"}' };
  expect((await refusal()).reason).toBe('Invalid or expired invitation code');
});

test('no connection is status 0 with a sentence to act on', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
  expect(await refusal()).toMatchObject({
    status: 0,
    reason: "We can't reach Pagecast. Check your connection and try again.",
  });
});

/** A line that is open, and says nothing until it is given up. */
const silence: typeof fetch = (_target, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
  });

test('a read without an answer is given up in time, and says what to do', async () => {
  vi.useFakeTimers();
  globalThis.fetch = silence;
  const refused = refusal();
  await vi.advanceTimersByTimeAsync(READ_WITHIN_MS);
  expect(await refused).toMatchObject({
    status: 0,
    reason: "Pagecast didn't answer in time. Check your connection and try again.",
  });
});

test('what became of a post is answered before a screen gives that read up', () => {
  expect((UNDO_SECONDS + OUTCOME_WITHIN_SECONDS) * 1000).toBeLessThan(READ_WITHIN_MS);
});

test('a read that its screen gives up ends as that said, and a write is waited for', async () => {
  vi.useFakeTimers();
  globalThis.fetch = silence;
  const left = new AbortController();
  const read = callApi(currentUser, { signal: left.signal });
  left.abort(new Error('The screen was left'));
  await expect(read).rejects.toThrow('The screen was left');
  const settled = vi.fn();
  void callApi(logout).then(settled, settled);
  await vi.advanceTimersByTimeAsync(READ_WITHIN_MS * 10);
  expect(settled).not.toHaveBeenCalled();
});

test('the reason of an error from another bundle is read by its shape', () => {
  expect(reasonOf({ reason: 'Said elsewhere' }, 'Fallback')).toBe('Said elsewhere');
  expect(reasonOf(new Error('internals'), 'Fallback')).toBe('Fallback');
});

test('path values are escaped and missing query values left out', () => {
  expect(addressOf(updatePost, { params: { id: 'a/b' }, query: { page: undefined } })).toBe('/api/posts/a%2Fb');
});
