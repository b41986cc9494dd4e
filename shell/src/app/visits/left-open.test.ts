// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchOpenArea } from './left-open.ts';

const HISTORY = { name: 'mf_history', version: '1.0.0' };
const sent = vi.fn<(path: string | URL, body?: BodyInit | null) => boolean>(() => true);
let visibility: DocumentVisibilityState;
/** Of the pages that are there. */
let held: { name: string }[];

beforeEach(() => {
  localStorage.clear();
  sent.mockClear();
  navigator.sendBeacon = sent;
  visibility = 'visible';
  held = [];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => vi.restoreAllMocks());

async function nextPage() {
  const request = async (name: string, work: () => unknown) => {
    held.push({ name });
    return work();
  };
  const page = watchOpenArea({
    request: request as LockManager['request'],
    query: async () => ({ held, pending: [] }),
  });
  await page.reportLeftOpen();
  return page;
}
/** However they end. */
const pagesEnd = () => {
  held = [];
};
const become = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

test('an area that a page did not come back from is reported by the next page, once', async () => {
  (await nextPage()).rememberOpen(HISTORY);
  await nextPage();
  expect(sent).not.toHaveBeenCalled();
  pagesEnd();
  await nextPage();
  const [path, body] = sent.mock.lastCall ?? [];
  expect([path, JSON.parse(await (body as Blob).text())]).toMatchObject([
    '/api/telemetry/visits',
    { troubles: [{ ...HISTORY, trouble: 'stuck' }], views: [], errors: [] },
  ]);
  await nextPage();
  expect(sent).toHaveBeenCalledOnce();
});

test.each<[string, (page: Awaited<ReturnType<typeof nextPage>>) => void]>([
  ['was left', () => window.dispatchEvent(new Event('pagehide'))],
  ['was hidden', () => become('hidden')],
  ['went on to another screen', ({ forgetOpen }) => forgetOpen('mf_history')],
])('a page that %s has answered', async (_, leave) => {
  const page = await nextPage();
  page.rememberOpen(HISTORY);
  leave(page);
  pagesEnd();
  await nextPage();
  expect(sent).not.toHaveBeenCalled();
});

test('an area that is looked at again is watched again, and not forgotten with the one before it', async () => {
  const page = await nextPage();
  page.rememberOpen(HISTORY);
  page.rememberOpen({ name: 'mf_media', version: '2.0.0' });
  page.forgetOpen('mf_history');
  become('hidden');
  become('visible');
  pagesEnd();
  await nextPage();
  const bodies = await Promise.all(sent.mock.calls.map(([, body]) => (body as Blob).text()));
  // Pages of other tests are looked at again, too.
  expect(bodies.filter((body) => body.includes('mf_media'))).toHaveLength(1);
});

test('without locks nothing is remembered', async () => {
  const page = watchOpenArea(undefined);
  await page.reportLeftOpen();
  page.rememberOpen(HISTORY);
  expect(localStorage.length).toBe(0);
});
