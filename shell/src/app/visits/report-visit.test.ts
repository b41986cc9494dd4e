// @vitest-environment jsdom
import { listPosts } from '@pagecast/api/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, callApi } from '../../kit/index.ts';
import { hearFailures } from '../../kit/runtime/call-signals.ts';
import type { Note } from './notes.ts';
import { reportVisits } from './report-visit.ts';
import type { Report } from './visit-report.ts';

vi.mock('./watch-vitals.ts', () => ({
  watchVitals: (tell: typeof tellVital) => {
    tellVital = tell;
  },
  watchInteractions: (tell: typeof interact) => {
    interact = tell;
    return () => {};
  },
}));
let tellVital: (metric: 'LCP' | 'CLS', value: number, element: Element | null) => void = () => {};
let interact: (id: number, durationMs: number, element: Element | null) => void = () => {};

const HISTORY = { name: 'mf_history', version: '1.0.0' };
const SHELL = { name: 'shell', version: null };
const FILE = '/remotes/mf_history/1.0.0/4.7b0ae17c.js';
const realFetch = globalThis.fetch;
let sent: { path: string; body: Report }[];
let status: number;
let take: (one: Note) => void;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  status = 200;
  document.head.innerHTML = '<script integrity="sha384-x" src="/main.0a1b2c3d.js"></script>';
  document.body.innerHTML = '<nav id="nav"></nav><main><div data-remote="mf_history"><p id="list"></p></div></main>';
  globalThis.fetch = async (path, init) => {
    sent.push({ path: String(path), body: JSON.parse(String(init?.body ?? 'null')) as Report });
    return new Response('{"success":true}', { status });
  };
  navigator.sendBeacon = (path, body) => {
    void (body as Blob).text().then((text) => sent.push({ path: String(path), body: JSON.parse(text) as Report }));
    return true;
  };
  take = reportVisits([]);
  take({ kind: 'view', ...HISTORY });
});
afterEach(() => {
  vi.useRealTimers();
  globalThis.fetch = realFetch;
});

function thrown(message = 'Broken', line = 1): Error {
  return Object.assign(new TypeError(message), {
    stack: `TypeError: ${message}\n    at f (${location.origin}${FILE}:${line}:2)`,
  });
}
const refused = (code: number) =>
  Object.assign(new ApiError('x', { status: code, body: null, reason: '', requestId: null }), {
    stack: thrown().stack,
  });
const frames = (line = 1) => [{ file: FILE, line, column: 2 }];
const later = () => vi.advanceTimersByTimeAsync(3000);

test('what happens within seconds goes out together, what repeats itself is counted', async () => {
  for (let n = 0; n < 3; n += 1) take({ kind: 'render', error: thrown() });
  take({ kind: 'rejection', error: thrown('Other', 5) });
  take({ kind: 'rejection', error: 'a text that somebody typed' });
  take({ kind: 'call', error: refused(500) });
  take({ kind: 'call', error: refused(404) });
  tellVital('CLS', 0.01, document.getElementById('nav'));
  tellVital('LCP', 900, null);
  expect(sent).toEqual([]);
  await later();
  expect(sent).toEqual([
    {
      path: '/api/telemetry/visits',
      body: {
        shell: '/main.0a1b2c3d.js',
        views: [
          { ...SHELL, count: 1 },
          { ...HISTORY, count: 1 },
        ],
        errors: [
          { kind: 'render', name: 'TypeError', message: 'Broken', frames: frames(), screen: HISTORY, count: 3 },
          { kind: 'rejection', name: 'TypeError', message: 'Other', frames: frames(5), screen: HISTORY, count: 1 },
          { kind: 'rejection', name: 'Error', message: '', frames: [], screen: HISTORY, count: 1 },
        ],
        failedCalls: [
          { outcome: '5xx', frames: frames(), screen: HISTORY, count: 1 },
          { outcome: '4xx', frames: frames(), screen: HISTORY, count: 1 },
        ],
        vitals: [
          { ...SHELL, metric: 'CLS', value: 0.01 },
          { ...HISTORY, metric: 'LCP', value: 900 },
        ],
      },
    },
  ]);
  await later();
  expect(sent).toHaveLength(1);
});

test('how fast an area answers is told as its person moves on, and as the page is hidden', async () => {
  await later();
  interact(7, 240, document.getElementById('list'));
  interact(8, 304, null);
  interact(14, 32, document.getElementById('nav'));
  take({ kind: 'view', ...HISTORY });
  await later();
  expect(sent.at(-1)?.body.vitals).toEqual([]);
  const list = document.getElementById('list');
  document.querySelector('main')?.replaceChildren();
  // The click that led on: its element is gone by the time that the browser tells.
  interact(21, 288, list?.parentElement ?? null);
  interact(28, 500, document.createElement('p'));
  take({ kind: 'view', name: 'mf_media', version: '2.0.0' });
  await later();
  expect(sent.at(-1)?.body.vitals).toEqual([
    { ...HISTORY, metric: 'INP', value: 304 },
    { ...SHELL, metric: 'INP', value: 32 },
  ]);
  interact(35, 64, document.getElementById('nav'));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => sent.at(-1)?.body.vitals).toEqual([{ ...SHELL, metric: 'INP', value: 64 }]);
});

test('a long wait is told soon, once for a stay, and what follows it as the person moves on', async () => {
  await later();
  const list = document.getElementById('list');
  interact(7, 640, list);
  await later();
  await later();
  expect(sent.at(-1)?.body.vitals).toEqual([{ ...HISTORY, metric: 'INP', value: 640 }]);
  interact(14, 800, list);
  await later();
  await later();
  expect(sent).toHaveLength(2);
  take({ kind: 'view', name: 'mf_media', version: '2.0.0' });
  await later();
  expect(sent.at(-1)?.body.vitals).toEqual([{ ...HISTORY, metric: 'INP', value: 800 }]);
});

test('what is no fault of the code is not reported', async () => {
  await later();
  for (const error of [
    new DOMException('Off', 'AbortError'),
    refused(500),
    Object.assign(new Error('x'), { name: 'ChunkLoadError' }),
    thrown('ResizeObserver loop completed with undelivered notifications.'),
    Object.assign(thrown(), { stack: 'TypeError: Broken\n    at f (https://evil.example/x.js:1:2)' }),
  ])
    take({ kind: 'rejection', error });
  take({ kind: 'call', error: refused(401) });
  await later();
  expect(sent).toHaveLength(1);
});

test('a call without an answer is a failed one, unless the browser knows of no line', async () => {
  await later();
  const unanswered = refused(0);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false).mockReturnValueOnce(true);
  take({ kind: 'call', error: unanswered });
  take({ kind: 'call', error: unanswered });
  await later();
  expect(sent[1]?.body.failedCalls).toEqual([{ outcome: 'none', frames: frames(), screen: HISTORY, count: 1 }]);
});

test('a fault that never ends stays small', async () => {
  for (let n = 0; n < 5000; n += 1) take({ kind: 'render', error: thrown('x'.repeat(5000), n % 50) });
  await later();
  for (let n = 0; n < 50; n += 1) tellVital('CLS', n, null);
  await later();
  expect(sent[1]?.body.vitals).toHaveLength(20);
  const errors = sent[0]?.body.errors;
  expect([errors?.length, errors?.[0]?.message.length, errors?.[0]?.count]).toEqual([20, 300, 100]);
});

test('a page that has reported too much pauses, and a report that is refused is no failed call', async () => {
  status = 429;
  const heard: unknown[] = [];
  hearFailures((error) => heard.push(error));
  await later();
  take({ kind: 'render', error: thrown() });
  await later();
  expect([sent.length, heard.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(60_000);
  take({ kind: 'render', error: thrown() });
  await later();
  expect(sent).toHaveLength(2);
});

test('what is left goes out as the page is hidden', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]?.body.views).toHaveLength(2);
});

test('every call that fails is heard of, once, with the stack of whoever made it', async () => {
  await later();
  const heard: ApiError[] = [];
  hearFailures((error) => heard.push(error));
  status = 503;
  await expect(callApi(listPosts, {})).rejects.toThrow();
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(callApi(listPosts, {})).rejects.toThrow();
  const called = new AbortController();
  globalThis.fetch = (_path, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('Off', 'AbortError')));
    });
  const off = callApi(listPosts, { signal: called.signal });
  called.abort();
  await expect(off).rejects.toThrow();
  const late = callApi(listPosts, {}).catch(String);
  await vi.advanceTimersByTimeAsync(30_000);
  await late;
  expect(heard.map((error) => error.status)).toEqual([503, 0, 0]);
});
