// @vitest-environment jsdom
import { calendarPosts, rejectProposal } from '@pagecast/api/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { callWithLater } from './earlier-api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const PERIOD = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };

/** An API that answers in this order; what it was asked. */
function api(...answers: readonly (readonly [status: number, body: object])[]) {
  const left = [...answers];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    asked.push(typeof body === 'string' ? body : new URL(url, location.href).search);
    const [status, answer] = left.shift()!;
    return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } });
  });
  return asked;
}

const unknown = (field: string) => [400, { message: `Unrecognized key: "${field}"`, code: 'invalid_input' }] as const;

test('an API that knows the field is asked once', async () => {
  const asked = api([200, { posts: [] }]);
  await callWithLater(calendarPosts, 'perDay', { query: { ...PERIOD, perDay: 4 } });
  expect(asked).toEqual([expect.stringContaining('perDay=4')]);
});

test('one of an earlier day is asked without it, in the query as in the body', async () => {
  const read = api(unknown('perDay'), [200, { posts: [] }]);
  await callWithLater(calendarPosts, 'perDay', { query: { ...PERIOD, perDay: 4 } });
  expect(read[1]).toMatch(/^\?from=[^&]*&to=[^&]*$/);
  const sent = api(unknown('contentHash'), [200, {}]);
  await callWithLater(rejectProposal, 'contentHash', {
    params: { id: '4' },
    body: { kind: 'time', reason: null, contentHash: 'a'.repeat(64) },
  });
  expect(JSON.parse(sent[1] ?? '')).toEqual({ kind: 'time', reason: null });
});

test('whatever else is refused is not asked again', async () => {
  const asked = api([400, { message: 'This period is too long.', code: 'invalid_input' }]);
  await expect(callWithLater(calendarPosts, 'perDay', { query: { ...PERIOD, perDay: 4 } })).rejects.toThrow('too long');
  expect(asked).toHaveLength(1);
});
