// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isPageOutdated, setOutdated, subscribeToOutdated, watchForMissingFiles } from './outdated-page.ts';

let stop: () => void;
const heard = vi.fn();
const missing = vi.fn();
let unsubscribe: () => void;
beforeEach(() => {
  stop = watchForMissingFiles((address) => address.pathname.startsWith('/remotes/mf_history/2/'), missing);
  unsubscribe = subscribeToOutdated(heard);
});
afterEach(() => {
  stop();
  unsubscribe();
  setOutdated(false);
  heard.mockClear();
  missing.mockClear();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

/** A file that does not come, about which the server answers so. */
async function fails(element: HTMLElement, answer: number | Error): Promise<void> {
  const asked = vi.fn(async () => {
    if (answer instanceof Error) throw answer;
    return new Response(null, { status: answer });
  });
  vi.stubGlobal('fetch', asked);
  document.head.append(element);
  element.dispatchEvent(new Event('error'));
  await Promise.resolve();
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}

function script(address: string): HTMLScriptElement {
  // Not run, and not asked for: only its error is looked at.
  const element = document.createElement('script');
  element.type = 'text/plain';
  element.src = address;
  return element;
}

function link(rel: string): HTMLLinkElement {
  return Object.assign(document.createElement('link'), { rel, href: '/main.0a1b2c3d.css' });
}

test.each([
  ['a part of the shell', script('/12.0a1b2c3d.js')],
  ['a style', link('stylesheet')],
  ['a part of an older version of an area', script('/remotes/mf_history/1/7.js')],
])('%s that is gone makes the page outdated', async (_what, element) => {
  await fails(element, 404);
  expect(isPageOutdated()).toBe(true);
  expect(heard).toHaveBeenCalledOnce();
});

test.each<[string, HTMLElement, number | Error]>([
  ['a line that drops', script('/12.0a1b2c3d.js'), new TypeError('Failed to fetch')],
  ['a server that starts again', script('/12.0a1b2c3d.js'), 503],
  ['a file that is there', script('/12.0a1b2c3d.js'), 200],
  ['a part of what a reload brings again', script('/remotes/mf_history/2/7.js'), 404],
  ['a file of another host', script('https://cdn.example.com/7.js'), 404],
  ['a hint', link('preload'), 404],
  ['a picture', document.createElement('img'), 404],
])('%s does not', async (_what, element, answer) => {
  await fails(element, answer);
  expect([isPageOutdated(), heard.mock.calls]).toEqual([false, []]);
});

test('a file that a reload would not bring either is reported, unless only the line dropped', async () => {
  await fails(script('/remotes/mf_history/2/chunk.js'), new TypeError('Failed to fetch'));
  expect(missing).not.toHaveBeenCalled();
  await fails(script('/remotes/mf_history/2/chunk.js'), 404);
  expect(missing.mock.calls.map(([address]) => (address as URL).pathname)).toEqual(['/remotes/mf_history/2/chunk.js']);
  expect(isPageOutdated()).toBe(false);
});
