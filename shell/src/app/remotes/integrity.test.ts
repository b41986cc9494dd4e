import { afterEach, expect, test, vi } from 'vitest';
import { buildRelease, previousRelease } from './build-release.ts';
import { integrityPlugin } from './integrity.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const release = buildRelease();
const entry = '/remotes/mf_history/2/remoteEntry.js';
const absolute = (path: string) => new URL(path, location.href).href;

function guard(hosts: string[] = []) {
  const { plugin, expect: expectFiles, giveUp, phaseOf } = integrityPlugin(hosts);
  const { fetch: fetchManifest, createScript } = plugin;
  if (fetchManifest === undefined || createScript === undefined) throw new Error('The plugin lacks a hook');
  return {
    expectFiles,
    phaseOf,
    fetchManifest: (url: string) => (fetchManifest as (url: string, init: RequestInit) => Promise<unknown>)(url, {}),
    createScript: (url: string) =>
      (createScript as (given: object) => unknown)({ url, remoteInfo: { entryGlobalName: 'mf_history' } }),
    giveUp,
  };
}

test('a manifest is fetched under the hash of its release, with the session that may read it', () => {
  const fetched = vi.fn();
  globalThis.fetch = fetched;
  const { expectFiles, fetchManifest } = guard();
  expectFiles(release);
  void fetchManifest(absolute(release.manifestUrl));
  expect(fetched).toHaveBeenCalledWith(
    absolute(release.manifestUrl),
    expect.objectContaining({ integrity: 'sha384-manifest2', credentials: 'same-origin' }),
  );
});

test('an entry runs only under its hash', () => {
  const { expectFiles, createScript } = guard();
  expectFiles(release);
  const script = createScript(absolute(entry)) as HTMLScriptElement;
  expect([script.src, script.integrity, script.crossOrigin]).toEqual([absolute(entry), 'sha384-entry2', 'anonymous']);
});

test('two versions of a remote have a hash each', () => {
  const { expectFiles, createScript } = guard();
  expectFiles(release);
  expectFiles(previousRelease);
  expect((createScript(absolute('/remotes/mf_history/1/remoteEntry.js')) as HTMLScriptElement).integrity).toBe(
    'sha384-entry1',
  );
  expect((createScript(absolute(entry)) as HTMLScriptElement).integrity).toBe('sha384-entry2');
});

test('what has no hash is neither fetched nor run', async () => {
  globalThis.fetch = () => {
    throw new Error('fetched');
  };
  const { expectFiles, fetchManifest, createScript } = guard();
  await expect(fetchManifest(absolute(release.manifestUrl))).rejects.toThrow(/^Refused/);
  expect(() => createScript(absolute(entry))).toThrow(/^Refused/);
  for (const hash of ['', 'none', 'sha384-', 'sha384-%', 'sha1-manifest2', 'sha384-manifest2 none']) {
    expectFiles({ ...release, integrity: { manifest: hash, entry: hash } });
    await expect(fetchManifest(absolute(release.manifestUrl))).rejects.toThrow(/^Refused/);
    expect(() => createScript(absolute(entry))).toThrow(/^Refused/);
  }
});

test('files of another origin are refused, whatever their hash', () => {
  const { expectFiles } = guard();
  expect(() => expectFiles({ ...release, manifestUrl: 'https://cdn.example/mf-manifest.json' })).toThrow(
    /^Refused: .* is not delivered by/,
  );
});

test('files of an allowed host run under their hash, and those of any other are never asked for', () => {
  const { expectFiles, createScript } = guard(['https://cdn.example']);
  expectFiles({ ...release, manifestUrl: 'https://cdn.example/pagecast/mf_history/2/mf-manifest.json' });
  expect(
    (createScript('https://cdn.example/pagecast/mf_history/2/remoteEntry.js') as HTMLScriptElement).integrity,
  ).toBe('sha384-entry2');
  expect(() => createScript('https://cdn.example/elsewhere/remoteEntry.js')).toThrow(/^Refused/);
  expect(() => expectFiles({ ...release, manifestUrl: 'https://cdn.example.evil/mf-manifest.json' })).toThrow(
    /^Refused: .* is not delivered by .* or https:\/\/cdn\.example$/,
  );
});

test('what a developer asked for comes from their machine alone, and has no hash yet', () => {
  const { expectFiles, createScript } = guard();
  const override = 'http://localhost:3104';
  expectFiles({
    ...release,
    manifestUrl: `${override}/mf-manifest.json`,
    integrity: { manifest: '', entry: '' },
    override,
  });
  expect((createScript(`${override}/remoteEntry.js`) as HTMLScriptElement).integrity).toBeFalsy();
  expect(() => expectFiles({ ...release, manifestUrl: 'http://localhost:4000/mf-manifest.json', override })).toThrow(
    /^Refused/,
  );
});

test('how far files have come is known: asked for, manifest there, entry there', async () => {
  globalThis.fetch = async () => new Response('{}');
  const { expectFiles, fetchManifest, createScript, phaseOf } = guard();
  expectFiles(release);
  const phases = [phaseOf(release)];
  await fetchManifest(absolute(release.manifestUrl));
  phases.push(phaseOf(release));
  const script = createScript(absolute(entry)) as HTMLScriptElement;
  document.head.append(script);
  script.dispatchEvent(new Event('load'));
  script.remove();
  expect([...phases, phaseOf(release)]).toEqual(['manifest', 'entry', 'module']);
});

test('an entry that comes late does not stand in for the one that is asked for now', async () => {
  const { expectFiles, fetchManifest, createScript, giveUp } = guard();
  globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('ended')));
    });
  expectFiles(release);
  const manifest = fetchManifest(absolute(release.manifestUrl));
  giveUp(release);
  await expect(manifest).rejects.toThrow('ended');

  const late = createScript(absolute(entry)) as HTMLScriptElement;
  Object.assign(window, { mf_history: 'came late' });
  late.dispatchEvent(new Event('load'));
  expect(Reflect.get(window, 'mf_history')).toBeUndefined();
});
