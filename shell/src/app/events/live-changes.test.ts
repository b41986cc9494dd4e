import { listPages, listPostsByStatus, readStatus } from '@pagecast/api/contract';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, apiQuery } from '../../kit/index.ts';
import { answer, buildPage, Refusal, serve } from '../../kit/testing.tsx';
import { shellQueryClient } from '../session/query-client.ts';
import { FakeEventSource, installEventSource } from './fake-event-source.ts';
import { liveChanges, PATIENCE_MS } from './live-changes.ts';

const posts = apiQuery(listPostsByStatus, { params: { status: 'scheduled' } });
const pages = apiQuery(listPages);
let running: { client: QueryClient; end: () => void } | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  installEventSource();
});
afterEach(() => {
  running?.end();
  vi.useRealTimers();
});

/** A person on a screen that shows posts and pages. */
async function show(routes = [answer(listPostsByStatus, []), answer(listPages, [buildPage()])]) {
  const { calls } = serve([
    answer(readStatus, { loop: { isRunning: true, lastTickAt: null }, appMode: 'production' }),
    ...routes,
  ]);
  const client = shellQueryClient();
  const leaves = [
    new QueryObserver(client, posts).subscribe(() => {}),
    new QueryObserver(client, pages).subscribe(() => {}),
  ];
  const live = liveChanges(client);
  const stop = live.want();
  running = {
    client,
    end: () => {
      stop();
      for (const leave of leaves) leave();
    },
  };
  await settle();
  calls.length = 0;
  return { client, live, stop, read: () => calls.map(({ path }) => path), calls };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test('a change makes its families be read again, and no others', async () => {
  const { read } = await show();
  FakeEventSource.last.open();
  FakeEventSource.last.say('posts', 'a family of tomorrow');
  await settle();
  expect(read()).toEqual([listPostsByStatus.path]);
});

test('words that are no change are passed over', async () => {
  const { read } = await show();
  FakeEventSource.last.onmessage?.({ data: 'not JSON', lastEventId: '' });
  FakeEventSource.last.onmessage?.({ data: '{}', lastEventId: '' });
  await settle();
  expect(read()).toEqual([]);
});

test('a rush of changes is read in a few times, and the last one is not lost', async () => {
  const { read } = await show();
  for (let index = 0; index < 20; index += 1) {
    FakeEventSource.last.say('posts');
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(read()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(read()).toHaveLength(2);
});

test('what is on its way when a change comes is read again after it, not stopped', async () => {
  const waiting: (() => void)[] = [];
  const { read } = await show([
    answer(
      listPostsByStatus,
      () =>
        new Promise((resolve) => {
          waiting.push(() => resolve([]));
        }),
    ),
    answer(listPages, []),
  ]);
  expect(waiting).toHaveLength(1);
  FakeEventSource.last.say('posts');
  await vi.advanceTimersByTimeAsync(600);
  FakeEventSource.last.say('posts');
  await settle();
  expect(read()).toEqual([]);
  waiting.shift()?.();
  await settle();
  expect(read()).toEqual([listPostsByStatus.path]);
});

test('only after more than a restart takes is the server called away, and no longer once it is back', async () => {
  const { live } = await show();
  FakeEventSource.last.open();
  FakeEventSource.last.cut();
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
  expect(live.isOverdue()).toBe(false);
  FakeEventSource.last.cut();
  await vi.advanceTimersByTimeAsync(1);
  expect(live.isOverdue()).toBe(true);
  FakeEventSource.last.open();
  expect(live.isOverdue()).toBe(false);
});

test('a stream that was refused is asked for again, ever more slowly', async () => {
  await show();
  for (const waitMs of [1000, 2000, 4000]) {
    const before = FakeEventSource.all.length;
    FakeEventSource.last.refuse();
    await vi.advanceTimersByTimeAsync(waitMs / 2 - 1);
    expect(FakeEventSource.all).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(waitMs / 2 + 1);
    expect(FakeEventSource.all).toHaveLength(before + 1);
  }
});

test('the return of the network ends the wait', async () => {
  await show();
  FakeEventSource.last.refuse();
  window.dispatchEvent(new Event('online'));
  expect(FakeEventSource.all).toHaveLength(2);
});

test.each(['refused', 'open'])(
  'a login over the screen begins a new stream at once where the one before was %s',
  async (was) => {
    await show();
    const before = FakeEventSource.last;
    before.open();
    before.say('posts');
    if (was === 'refused') before.refuse();
    await settle();
    announce('back');
    expect(FakeEventSource.all).toHaveLength(2);
    expect(before.readyState).toBe(FakeEventSource.CLOSED);
    expect(FakeEventSource.last.url).toBe('/api/events?after=after-posts');
    await vi.advanceTimersByTimeAsync(50_000);
    expect(FakeEventSource.all).toHaveLength(2);
  },
);

test('a connection that fell silent is replaced', async () => {
  await show();
  const first = FakeEventSource.last;
  first.open();
  first.sound();
  await vi.advanceTimersByTimeAsync(40_000);
  first.sound();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(FakeEventSource.last).toBe(first);
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeEventSource.all).toHaveLength(2);
  expect(first.readyState).toBe(FakeEventSource.CLOSED);
  expect(FakeEventSource.last.url).toBe('/api/events?after=after-alive');
});

test('a refusal is looked into by an ordinary call, which tells when the session ended', async () => {
  const { client } = await show();
  serve([answer(readStatus, new Refusal(401))]);
  const status = new QueryObserver(client, apiQuery(readStatus)).subscribe(() => {});
  await settle();
  const asked = serve([answer(readStatus, new Refusal(401))]);
  FakeEventSource.last.refuse();
  await settle();
  expect(asked.calls.map(({ path }) => path)).toEqual([readStatus.path]);
  status();
});

test('where nobody is logged in a refused stream is left alone', async () => {
  const live = liveChanges(shellQueryClient());
  live.begin();
  FakeEventSource.last.refuse();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(FakeEventSource.all).toHaveLength(1);
  expect(live.isOverdue()).toBe(false);
  live.want()();
});

test('after a logout nothing listens any more', async () => {
  const { stop } = await show();
  stop();
  expect(FakeEventSource.last.readyState).toBe(FakeEventSource.CLOSED);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(FakeEventSource.all).toHaveLength(1);
});
