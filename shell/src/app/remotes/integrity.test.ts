import { afterEach, expect, test, vi } from 'vitest';
import { buildRelease, previousRelease } from './build-release.ts';
import { integrityGuard, type Files } from './integrity.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const release = buildRelease();
const entry = '/remotes/mf_history/2/remoteEntry.js';
const absolute = (path: string) => new URL(path, location.href).href;

afterEach(() => document.head.replaceChildren());

function guard(hosts: string[] = []) {
  const { expect: expectFiles, readManifest, runEntry, giveUp, phaseOf } = integrityGuard(hosts);
  return {
    expectFiles,
    phaseOf,
    giveUp,
    readManifest: (files: Files = release) => readManifest(files),
    /** The element that the entry is asked for with, and what its container will be. */
    async startEntry(files: Files = release) {
      const container = runEntry(files, 'mf_history');
      container.catch(() => {});
      await Promise.resolve();
      return { container, script: document.head.querySelector<HTMLScriptElement>('script:last-of-type') };
    },
  };
}

test('a manifest is fetched under the hash of its release, with the session that may read it', async () => {
  const fetched = vi.fn(async () => new Response('{}'));
  globalThis.fetch = fetched;
  const { expectFiles, readManifest } = guard();
  expectFiles(release);
  await readManifest();
  expect(fetched).toHaveBeenCalledWith(
    absolute(release.manifestUrl),
    expect.objectContaining({ integrity: 'sha384-manifest2', credentials: 'same-origin' }),
  );
});

test('an entry runs only under its hash', async () => {
  const { expectFiles, startEntry } = guard();
  expectFiles(release);
  const { script } = await startEntry();
  expect([script?.src, script?.integrity, script?.crossOrigin]).toEqual([
    absolute(entry),
    'sha384-entry2',
    'anonymous',
  ]);
});

test('two versions of a remote have a hash each', async () => {
  const { expectFiles, startEntry } = guard();
  expectFiles(release);
  expectFiles(previousRelease);
  expect((await startEntry(previousRelease)).script?.integrity).toBe('sha384-entry1');
  expect((await startEntry()).script?.integrity).toBe('sha384-entry2');
});

test('what has no hash is neither fetched nor run', async () => {
  globalThis.fetch = () => {
    throw new Error('fetched');
  };
  const { expectFiles, readManifest, startEntry } = guard();
  const assertRefused = async () => {
    await expect(readManifest()).rejects.toThrow(/^Refused/);
    const { container, script } = await startEntry();
    await expect(container).rejects.toThrow(/^Refused/);
    expect(script).toBeNull();
  };
  await assertRefused();
  for (const hash of ['', 'none', 'sha384-', 'sha384-%', 'sha1-manifest2', 'sha384-manifest2 none']) {
    expectFiles({ ...release, integrity: { manifest: hash, entry: hash } });
    await assertRefused();
  }
});

test('files of another origin are refused, whatever their hash', () => {
  const { expectFiles } = guard();
  expect(() => expectFiles({ ...release, manifestUrl: 'https://cdn.example/mf-manifest.json' })).toThrow(
    /^Refused: .* is not delivered by/,
  );
});

test('files of an allowed host run under their hash, and those of any other are never asked for', async () => {
  const { expectFiles, startEntry } = guard(['https://cdn.example']);
  const allowed = { ...release, manifestUrl: 'https://cdn.example/pagecast/mf_history/2/mf-manifest.json' };
  expectFiles(allowed);
  expect((await startEntry(allowed)).script?.integrity).toBe('sha384-entry2');
  const { container } = await startEntry({ ...release, manifestUrl: 'https://cdn.example/elsewhere/mf-manifest.json' });
  await expect(container).rejects.toThrow(/^Refused/);
  expect(() => expectFiles({ ...release, manifestUrl: 'https://cdn.example.evil/mf-manifest.json' })).toThrow(
    /^Refused: .* is not delivered by .* or https:\/\/cdn\.example$/,
  );
});

test('what a developer asked for comes from their machine alone, and has no hash yet', async () => {
  const { expectFiles, startEntry } = guard();
  const override = 'http://localhost:3104';
  const files = {
    ...release,
    manifestUrl: `${override}/mf-manifest.json`,
    integrity: { manifest: '', entry: '' },
    override,
  };
  expectFiles(files);
  expect((await startEntry(files)).script?.integrity).toBeFalsy();
  expect(() => expectFiles({ ...release, manifestUrl: 'http://localhost:4000/mf-manifest.json', override })).toThrow(
    /^Refused/,
  );
});

test('how far files have come is known: asked for, entry asked for, entry there', async () => {
  globalThis.fetch = async () => new Response('{}');
  const { expectFiles, readManifest, startEntry, phaseOf } = guard();
  expectFiles(release);
  const phases = [phaseOf(release)];
  await readManifest();
  const { container, script } = await startEntry();
  phases.push(phaseOf(release));
  Object.assign(window, { mf_history: 'the container' });
  script?.dispatchEvent(new Event('load'));
  expect(await container).toBe('the container');
  expect([...phases, phaseOf(release)]).toEqual(['manifest', 'entry', 'module']);
});

test('an entry that does not come is no longer in the page, where another try would be given it', async () => {
  const { expectFiles, startEntry } = guard();
  expectFiles(release);
  const { container, script } = await startEntry();
  script?.dispatchEvent(new Event('error'));
  await expect(container).rejects.toThrow(/remoteEntry\.js did not come/);
  expect(script?.isConnected).toBe(false);
});

test('an entry that comes late does not stand in for the one that is asked for now', async () => {
  const { expectFiles, readManifest, startEntry, giveUp } = guard();
  globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('ended')));
    });
  expectFiles(release);
  const manifest = readManifest();
  giveUp(release);
  await expect(manifest).rejects.toThrow('ended');
  const { container: givenUp, script: none } = await startEntry();
  expect(none).toBeNull();
  await expect(givenUp).rejects.toThrow('aborted');

  expectFiles(release);
  const { script: late } = await startEntry();
  late?.remove();
  Object.assign(window, { mf_history: 'came late' });
  late?.dispatchEvent(new Event('load'));
  expect(Reflect.get(window, 'mf_history')).toBeUndefined();
});
