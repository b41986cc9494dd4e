// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetOpen, rememberOpen, reportLeftOpen } from './left-open.ts';

const HISTORY = { name: 'mf_history', version: '1.0.0' };
const sent = vi.fn<(path: string | URL, body?: BodyInit | null) => boolean>(() => true);
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  sessionStorage.clear();
  sent.mockClear();
  navigator.sendBeacon = sent;
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => vi.restoreAllMocks());

const become = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

test('an area that the page did not come back from is reported by the next page of the tab, once', async () => {
  rememberOpen(HISTORY);
  reportLeftOpen();
  expect(sent).toHaveBeenCalledOnce();
  const [path, body] = sent.mock.lastCall ?? [];
  expect([path, JSON.parse(await (body as Blob).text())]).toMatchObject([
    '/api/telemetry/visits',
    { troubles: [{ ...HISTORY, trouble: 'stuck' }], views: [], errors: [] },
  ]);
  reportLeftOpen();
  expect(sent).toHaveBeenCalledOnce();
});

test.each<[string, () => void]>([
  ['was left', () => window.dispatchEvent(new Event('pagehide'))],
  ['was hidden', () => become('hidden')],
  ['went on to another screen', () => forgetOpen('mf_history')],
])('a page that %s has answered', (_, leave) => {
  reportLeftOpen();
  rememberOpen(HISTORY);
  leave();
  reportLeftOpen();
  expect(sent).not.toHaveBeenCalled();
});

test('an area that is looked at again is watched again', () => {
  reportLeftOpen();
  rememberOpen(HISTORY);
  become('hidden');
  become('visible');
  reportLeftOpen();
  expect(sent).toHaveBeenCalledOnce();
});

test('the area that follows is not forgotten with the one before', () => {
  reportLeftOpen();
  rememberOpen(HISTORY);
  rememberOpen({ name: 'mf_media', version: '2.0.0' });
  forgetOpen('mf_history');
  reportLeftOpen();
  expect(sent).toHaveBeenCalledOnce();
});
