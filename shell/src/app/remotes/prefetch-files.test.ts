import { afterEach, expect, test } from 'vitest';
import { buildRelease } from './build-release.ts';
import { prefetchFiles } from './prefetch-files.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const { integrity } = buildRelease();
const at = (file: string) => `https://pagecast.example/remotes/mf_history/2/${file}`;

test('what a first opening needs is fetched to its end, under known hashes, and nothing is started', async () => {
  const description = { preload: [{ file: 'screen.0a1b2c3d.js', integrity: 'sha384-screen' }] };
  const fetched: unknown[] = [];
  const answers: Response[] = [];
  globalThis.fetch = async (url, init) => {
    fetched.push([url, init?.integrity, init?.credentials]);
    const answer = new Response(JSON.stringify(description));
    answers.push(answer);
    return answer;
  };
  await prefetchFiles(new URL(at('mf-manifest.json')), integrity);
  expect(fetched).toEqual([
    [at('mf-manifest.json'), integrity.manifest, 'same-origin'],
    [at('remoteEntry.js'), integrity.entry, 'same-origin'],
    [at('release.json'), undefined, 'same-origin'],
    [at('screen.0a1b2c3d.js'), 'sha384-screen', 'same-origin'],
  ]);
  expect(answers.every(({ bodyUsed }) => bodyUsed)).toBe(true);
  expect(document.querySelectorAll('script, link')).toHaveLength(0);
});

test('a manifest that nobody has to read is not fetched', async () => {
  const fetched: unknown[] = [];
  globalThis.fetch = async (url) => {
    fetched.push(url);
    return new Response('{"preload":[]}');
  };
  await prefetchFiles(new URL(at('container.json')), integrity);
  expect(fetched).toEqual([at('remoteEntry.js'), at('release.json')]);
});

test('where the first file does not come, no other is asked for', async () => {
  let asked = 0;
  globalThis.fetch = async () => {
    asked += 1;
    return new Response('', { status: 404 });
  };
  await expect(prefetchFiles(new URL(at('mf-manifest.json')), integrity)).rejects.toThrow('answers 404');
  expect(asked).toBe(1);
});
