import { listPosts, logout } from '@pagecast/api/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { callApi } from './api-client.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function mark(call: () => Promise<unknown>): Promise<string | null> {
  const sent = vi.fn(async (_target: string, _init: RequestInit) => Response.json({}));
  vi.stubGlobal('fetch', sent);
  await call();
  return new Headers(sent.mock.calls[0]?.[1].headers).get('x-unattended');
}
const read = () => callApi(listPosts, { query: { status: 'published' } });

test('what a screen reads while nobody touches it keeps no session alive; a touch or a write does', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  window.dispatchEvent(new Event('pointerdown'));
  vi.setSystemTime(Date.now() + 4 * 60_000);
  expect(await mark(read)).toBeNull();
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect(await mark(read)).toBe('true');
  expect(await mark(() => callApi(logout))).toBeNull();
  window.dispatchEvent(new Event('keydown'));
  expect(await mark(read)).toBeNull();
});
