// @vitest-environment jsdom
import { createPost, updatePost } from '@pagecast/api/contract';
import { beforeEach, expect, test } from 'vitest';
import { callApi } from './api-client.ts';
import { answer, buildPost, Refusal, serve, type SeenCall } from '../testing.tsx';

beforeEach(() => sessionStorage.clear());

const body = { content: 'Fresh bread', status: 'published', facebookPageId: 7 } as const;
const create = (changes: object = {}) =>
  callApi(createPost, { body: { ...body, ...changes } }).then(
    () => 'done',
    () => 'failed',
  );
const keys = (calls: readonly SeenCall[]) => calls.map(({ key }) => key);
const lost = () => {
  throw new TypeError('fetch failed');
};

/** Answers one after the other; the last one stays. */
function replies(...list: (() => ReturnType<typeof buildPost> | Refusal)[]) {
  return serve([answer(createPost, () => ((list.length > 1 ? list.shift() : list[0]) ?? buildPost)())]);
}

test('a call whose answer was lost goes out with the same key when it is made again', async () => {
  const { calls } = replies(
    lost,
    () => new Refusal(502, "a proxy's page"),
    () => new Refusal(500, { message: 'x', code: 'internal' }),
    () => buildPost(),
  );
  for (const expected of ['failed', 'failed', 'failed', 'done']) expect(await create()).toBe(expected);
  expect(calls).toHaveLength(4);
  expect(new Set(keys(calls)).size).toBe(1);
  expect(calls[0]?.key).toMatch(/^[\x21-\x7e]{1,255}$/);
});

test('the key outlives a reload', async () => {
  const { calls } = replies(lost);
  await create();
  expect(JSON.stringify(sessionStorage)).toContain(calls[0]?.key);
});

test.each([
  ['a success', () => buildPost()],
  ['a refusal', () => new Refusal(422, { message: 'Facebook refused it.', code: 'refused', postId: 4 })],
])('%s ends the key: the same content again is a new one', async (_, reply) => {
  const { calls } = replies(reply);
  await create();
  await create();
  expect(new Set(keys(calls)).size).toBe(2);
});

test('a call that the server is still busy with keeps its key', async () => {
  const { calls } = replies(
    () => new Refusal(409, { message: 'Wait.', code: 'idempotency_in_progress' }),
    () => buildPost(),
  );
  await create();
  await create();
  expect(new Set(keys(calls)).size).toBe(1);
});

test('changed content has a key of its own, and the first one keeps its', async () => {
  const { calls } = replies(lost);
  await create();
  await create({ content: 'Fresh bread!' });
  await create();
  const [first, changed, again] = keys(calls);
  expect(again).toBe(first);
  expect(changed).not.toBe(first);
});

test('a double click sends one call, and both clicks get its answer', async () => {
  const { calls } = replies(() => buildPost());
  expect(await Promise.all([create(), create()])).toEqual(['done', 'done']);
  expect(calls).toHaveLength(1);
});

test('a forbidden storage costs only the memory over a reload', async () => {
  const { calls } = replies(lost);
  const forbidden = Object.getOwnPropertyDescriptor(window, 'sessionStorage');
  Object.defineProperty(window, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Forbidden', 'SecurityError');
    },
  });
  await create();
  await create();
  if (forbidden !== undefined) Object.defineProperty(window, 'sessionStorage', forbidden);
  expect(new Set(keys(calls)).size).toBe(1);
});

test('calls that may be repeated have no key', async () => {
  const { calls } = serve([answer(updatePost, buildPost())]);
  await callApi(updatePost, { params: { id: 1 }, body: { content: 'New' } });
  expect(keys(calls)).toEqual([null]);
});
