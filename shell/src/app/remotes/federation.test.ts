import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Remote } from '../../kit/index.ts';
import { buildRelease } from './build-release.ts';
import { remotes } from './federation.ts';

const RUNTIME = '_FEDERATION_RUNTIME_CORE';
const screens: Remote = { '/history': () => null };
const container = { init: () => {}, get: async () => () => ({ remote: screens }) };
const realFetch = globalThis.fetch;
let fetched: string[];

beforeEach(() => {
  fetched = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  globalThis.fetch = realFetch;
  document.head.replaceChildren();
  Reflect.deleteProperty(globalThis, RUNTIME);
  vi.restoreAllMocks();
});

const released = (version: string, manifest: string) =>
  buildRelease({ version, manifestUrl: `/remotes/mf_history/${version}/${manifest}` });

function answerWith(manifest: object): void {
  globalThis.fetch = async (url) => {
    fetched.push(new URL(String(url), location.href).pathname);
    return Response.json(manifest);
  };
}

/** Plays the browser: the entry has run, and left this behind. */
async function runEntry(version: string, left: unknown): Promise<void> {
  const script = await vi.waitUntil(() =>
    document.head.querySelector(`script[src$="/remotes/mf_history/${version}/remoteEntry.js"]`),
  );
  Object.assign(window, { mf_history: left });
  script.dispatchEvent(new Event('load'));
}
const areaFiles = () => fetched.filter((path) => path.startsWith('/remotes/'));

test('a plain container starts without its manifest', async () => {
  answerWith({});
  const loading = remotes.load(released('2', 'container.json'));
  await runEntry('2', container);
  expect(await loading).toBe(screens);
  expect(areaFiles()).toEqual([]);
});

test('any other is started once its manifest was read, after the runtime that it needs', async () => {
  answerWith({ metaData: { pluginVersion: '2.9.2' } });
  const loading = remotes.load(released('3', 'mf-manifest.json'));
  expect(document.head.querySelector('script')).toBeNull();
  await runEntry('3', container);
  expect(Reflect.get(globalThis, RUNTIME)).toBeDefined();
  expect(await loading).toBe(screens);
  expect(areaFiles()).toEqual(['/remotes/mf_history/3/mf-manifest.json']);
});

test('a container that leaves nothing, as one that misses its runtime, costs its own area with words', async () => {
  answerWith({});
  const loading = remotes.load(released('4', 'container.json'));
  loading.catch(() => {});
  await runEntry('4', undefined);
  await expect(loading).rejects.toThrow("We couldn't load its files. Other areas aren't affected.");
});
