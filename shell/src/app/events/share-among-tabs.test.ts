import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEventSource, installEventSource } from './fake-event-source.ts';
import { shareAmongTabs } from './share-among-tabs.ts';

/** One lock and one channel, as a browser gives them to all its tabs. */
function installBrowser() {
  const queue: (() => Promise<void>)[] = [];
  const next = async () => {
    const holder = queue[0];
    if (holder === undefined) return;
    await holder();
    queue.shift();
    void next();
  };
  const locks = {
    request: (_: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
      queue.push(() => (signal.aborted ? Promise.resolve() : hold()));
      if (queue.length === 1) void next();
      return Promise.resolve();
    },
  };
  const tabs = new Set<FakeChannel>();
  class FakeChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    constructor() {
      tabs.add(this);
    }
    postMessage(data: unknown): void {
      for (const tab of tabs) if (tab !== this) tab.onmessage?.({ data });
    }
    close(): void {
      tabs.delete(this);
    }
  }
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
}

beforeEach(() => {
  installBrowser();
  installEventSource();
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'locks');
});

function openTab() {
  const seen: unknown[] = [];
  const close = shareAmongTabs({
    onChange: (families) => seen.push(families),
    onConnection: (isConnected) => seen.push(isConnected),
    onRefusal: () => true,
  });
  return { seen, close };
}
const settle = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve);
  });

test('three tabs have one stream, and each hears of every change', async () => {
  const tabs = [openTab(), openTab(), openTab()];
  await settle();
  expect(FakeEventSource.all).toHaveLength(1);
  FakeEventSource.last.open();
  FakeEventSource.last.say('posts');
  for (const { seen } of tabs) expect(seen).toEqual([true, ['posts']]);
});

test('when the listening tab goes, another one listens for all that are left', async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await settle();
  FakeEventSource.last.open();
  first.close();
  await settle();
  expect(FakeEventSource.all.map(({ readyState }) => readyState)).toEqual([FakeEventSource.CLOSED, 0]);
  FakeEventSource.last.open();
  FakeEventSource.last.say('pages');
  expect(second.seen.at(-1)).toEqual(['pages']);
  expect(third.seen.at(-1)).toEqual(['pages']);
  expect(first.seen).toEqual([true]);
});

test('a tab that comes later learns whether the server is there', async () => {
  openTab();
  await settle();
  FakeEventSource.last.open();
  FakeEventSource.last.cut();
  expect(openTab().seen).toEqual([false]);
});

test('a tab that went before its turn never listens', async () => {
  const [first, second] = [openTab(), openTab()];
  await settle();
  second.close();
  first.close();
  await settle();
  expect(FakeEventSource.all).toHaveLength(1);
});

test('the next tab goes on where the one before left off', async () => {
  const [first] = [openTab(), openTab()];
  await settle();
  FakeEventSource.last.open();
  FakeEventSource.last.say('posts');
  first.close();
  await settle();
  expect(FakeEventSource.last.url).toBe('/api/events?after=after-posts');
});

test('without locks a tab listens while it is in front, and catches up when it comes back', () => {
  Reflect.deleteProperty(navigator, 'locks');
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const { close } = openTab();
  FakeEventSource.last.open();
  FakeEventSource.last.sound();
  const turn = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  turn('hidden');
  expect(FakeEventSource.last.readyState).toBe(FakeEventSource.CLOSED);
  turn('visible');
  expect(FakeEventSource.all.map(({ url }) => url)).toEqual(['/api/events', '/api/events?after=after-alive']);
  close();
  turn('visible');
  expect(FakeEventSource.all).toHaveLength(2);
  visibility.mockRestore();
});
