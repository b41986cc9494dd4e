import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adminRelease, buildRelease, historyRelease } from './build-release.ts';
import { canonicalPath, entryFor, inlinedRegistry, navEntries, releaseFor, remoteHosts } from './registry.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const history = historyRelease(['/history', '/history/post', '/scheduled']);
const media = buildRelease({
  name: 'mf_media',
  paths: ['/media-center', '/media-test', '/oembed-test'],
  nav: [
    {
      to: '/media-center',
      label: 'Media Center',
      icon: 'images',
      order: 20,
      unlisted: [{ to: '/oembed-test', label: 'oEmbed Test' }],
    },
  ],
});

function pageWith(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

test('the list that came inside the page is taken as it is', () => {
  const page = pageWith(
    `<script type="application/json" id="remotes">${JSON.stringify({ remotes: [history] })}</script>`,
  );
  expect(inlinedRegistry(page)).toEqual({ previews: [], remotes: [history], askedOverrides: [], refusedOverrides: [] });
});

test('the hosts that remotes may come from beside the own one are those that the page names', () => {
  expect(
    remoteHosts(pageWith('<meta name="remote-hosts" content="https://cdn.example http://localhost:8080">')),
  ).toEqual(['https://cdn.example', 'http://localhost:8080']);
  expect(remoteHosts(pageWith('<p></p>'))).toEqual([]);
});

test('a page of another day may say more than is known here, or less', () => {
  const given = {
    remotes: [
      {
        ...history,
        mood: 'sunny',
        nav: [{ to: '/history', label: 'Post History', icon: 'unheard-of', order: 60, colour: 'red' }],
      },
    ],
    later: true,
  };
  const inlined = inlinedRegistry(
    pageWith(`<script type="application/json" id="remotes">${JSON.stringify(given)}</script>`),
  );
  expect(inlined?.isLoggedIn).toBeUndefined();
  expect(releaseFor(inlined?.remotes ?? [], '/scheduled')?.name).toBe('mf_history');
  expect(navEntries(inlined?.remotes ?? []).map(({ label }) => label)).toEqual(['Post History', 'Settings']);
});

test('what cannot be read of the list that came inside the page costs nothing else of it', () => {
  const given = { remotes: [{ ...media, paths: '/media-center' }, history], overrides: 'all' };
  const page = pageWith(`<script type="application/json" id="remotes">${JSON.stringify(given)}</script>`);
  expect(inlinedRegistry(page)).toMatchObject({ remotes: [history], askedOverrides: [] });
});

test.each([
  ['no list', '<p></p>'],
  ['an empty place for one', '<script type="application/json" id="remotes"> </script>'],
])('a page with %s knows of none yet', (_, html) => {
  expect(inlinedRegistry(pageWith(html))).toBeNull();
});

test('the sidebar has the entries of every remote and Settings, in their order', () => {
  expect(navEntries([adminRelease, history]).map(({ label }) => label)).toEqual([
    'Scheduled Posts',
    'Post History',
    'Settings',
    'Admin Panel',
  ]);
});

test('who may not load the admin area has no entry for it', () => {
  expect(navEntries([history]).map(({ label }) => label)).not.toContain('Admin Panel');
  expect(releaseFor([history], '/admin')).toBeUndefined();
});

test.each([
  ['/history', '/history'],
  ['/scheduled', '/scheduled'],
  ['/admin', '/admin'],
  ['/admin-panel', '/admin'],
  ['/history/post', '/history'],
  ['/settings', '/settings'],
  ['/media-test', '/media-center'],
  ['/nowhere', undefined],
])('on %s the entry of %s is the present one', (path, entry) => {
  expect(entryFor([history, adminRelease, media], path)?.to).toBe(entry);
});

test('a screen without a place in the sidebar has a title of its own, and marks no entry', () => {
  const shown = entryFor([history, media], '/oembed-test');
  expect(shown?.label).toBe('oEmbed Test');
  expect(navEntries([history, media]).map(({ to }) => to)).not.toContain(shown?.to);
});

test.each([
  ['/History', '/history'],
  ['//history', '/history'],
  ['/ADMIN/', '/admin'],
  ['/nowhere/Else', '/nowhere/Else'],
  ['/', '/'],
])('the address %s is that of %s', (typed, path) => {
  expect(canonicalPath([buildRelease()], typed)).toBe(path);
});
