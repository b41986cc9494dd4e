import { afterEach, expect, test } from 'vitest';
import { buildRelease, previousRelease } from './build-release.ts';
import { versionElements } from './version-elements.ts';

const newest = buildRelease();
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** A page that keeps its sheets; jsdom fetches none. */
function pageWith(...hrefs: string[]) {
  const page = document.implementation.createHTMLDocument();
  page.head.innerHTML =
    '<base href="https://pagecast.example/">' +
    `${hrefs.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}`;
  const sheets = hrefs.map((href) => ({ href: new URL(href, page.baseURI).href, disabled: false }));
  Object.defineProperty(page, 'styleSheets', { value: sheets, configurable: true });
  return { page, applied: () => sheets.filter(({ disabled }) => !disabled).map(({ href }) => new URL(href).pathname) };
}

test('of all remotes only the styles of the shown version apply, and those of the page are left alone', () => {
  const { page, applied } = pageWith(
    '/main.css',
    '/remotes/mf_history/1/a.css',
    '/remotes/mf_history/2/a.css',
    '/remotes/mf_media/1/a.css',
  );
  const elements = versionElements(page);
  elements.expect('mf_history', previousRelease);
  elements.expect('mf_history', newest);
  elements.expect('mf_media', buildRelease({ name: 'mf_media', manifestUrl: '/remotes/mf_media/1/mf-manifest.json' }));
  elements.show('mf_history', newest);
  expect(applied()).toEqual(['/main.css', '/remotes/mf_history/2/a.css']);
  elements.show('mf_history', previousRelease);
  expect(applied()).toEqual(['/main.css', '/remotes/mf_history/1/a.css']);
});

test('what is left takes its styles along, also those that come only then', () => {
  const { page, applied } = pageWith('/main.css', '/remotes/mf_history/2/a.css');
  const elements = versionElements(page);
  elements.expect('mf_history', newest);
  elements.show('mf_history', newest);
  elements.hide('mf_history');
  expect(applied()).toEqual(['/main.css']);
  const late = { href: 'https://pagecast.example/remotes/mf_history/2/late.css', disabled: false };
  Object.defineProperty(page, 'styleSheets', { value: [late] });
  page.querySelector('link')?.dispatchEvent(new Event('load'));
  expect(late.disabled).toBe(true);
});

test('a version that comes while another is shown changes no styles', () => {
  const { page, applied } = pageWith('/remotes/mf_history/1/a.css', '/remotes/mf_history/2/a.css');
  const elements = versionElements(page);
  elements.expect('mf_history', previousRelease);
  elements.show('mf_history', previousRelease);
  elements.expect('mf_history', newest);
  page.querySelector('link')?.dispatchEvent(new Event('load'));
  expect(applied()).toEqual(['/remotes/mf_history/1/a.css']);
});

test('what hangs is taken out, of that version alone, and is a transfer of its own at the next try', () => {
  const { page } = pageWith('/remotes/mf_history/1/a.css', '/remotes/mf_history/2/a.css');
  const script = page.createElement('script');
  script.src = '/remotes/mf_history/2/1.js';
  page.head.append(script);
  const asked: unknown[] = [];
  globalThis.fetch = async (url, init) => {
    asked.push(url, init?.cache);
    return new Response();
  };
  const elements = versionElements(page);
  elements.takeOut(newest);
  expect(
    Array.from(
      page.querySelectorAll('link, script'),
      (element) => element.getAttribute('href') ?? element.getAttribute('src'),
    ),
  ).toEqual(['/remotes/mf_history/1/a.css']);
  elements.takeOut(newest, 'https://pagecast.example/remotes/mf_history/2/2.js');
  elements.expect('mf_history', newest);
  elements.expect('mf_history', newest);
  const folder = 'https://pagecast.example/remotes/mf_history/2';
  expect(asked).toEqual([`${folder}/1.js`, 'reload', `${folder}/a.css`, 'reload', `${folder}/2.js`, 'reload']);
});
