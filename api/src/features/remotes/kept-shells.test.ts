import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
/** A process that shares its data folder. */
let other: TestApi;
beforeAll(async () => {
  api = await testApi();
  other = await testApi({ DATA_DIR: api.config.DATA_DIR });
});
afterAll(() => Promise.all([api.close(), other.close()]));
beforeEach(() => fs.rmSync(kept(), { recursive: true, force: true }));

/** Starts a process with a build of the shell, in place of the one that was there. */
async function startWith(build: string, at = api): Promise<void> {
  const dist = path.join(at.config.WEB_ROOT, 'shell/dist');
  fs.rmSync(dist, { recursive: true, force: true });
  fs.mkdirSync(dist, { recursive: true });
  fs.writeFileSync(path.join(dist, 'index.html'), `<script src="/main.${build}.js"></script>`);
  for (const file of [`main.${build}.js`, `main.${build}.js.map`]) fs.writeFileSync(path.join(dist, file), build);
  await at.app.remotes.registerBuiltIns();
}

const kept = () => path.join(api.app.remotes.releasesDir, 'shell');
const answer = async (file: string, at = api) => {
  const { status, headers } = await at.as(null).fetch(file);
  return [status, headers.get('cache-control')];
};
const IMMUTABLE = [200, 'max-age=31536000,immutable'];

test('a page that was opened with an older build of the shell gets its later parts', async () => {
  await startWith('00000001');
  await startWith('00000002');
  expect(await answer('/main.00000001.js')).toEqual(IMMUTABLE);
  expect(await answer('/main.00000002.js')).toEqual(IMMUTABLE);
  expect((await answer('/main.00000003.js'))[0]).toBe(404);
  expect(await (await api.as(null).fetch('/history')).text()).toContain('main.00000002.js');
});

test('processes with different builds serve the files of each other', async () => {
  await startWith('00000001');
  await startWith('00000002', other);
  for (const file of ['/main.00000001.js', '/main.00000002.js'])
    for (const at of [api, other]) expect([file, await answer(file, at)]).toEqual([file, IMMUTABLE]);
  expect(await (await api.as(null).fetch('/')).text()).toContain('main.00000001.js');
  expect(await (await other.as(null).fetch('/')).text()).toContain('main.00000002.js');
});

test('five builds are kept, and older ones for a day', async () => {
  for (let build = 1; build <= 6; build += 1) {
    await startWith(`0000000${build}`);
    const hours = 100 - build;
    const [newest] = fs
      .readdirSync(kept())
      .map((name) => path.join(kept(), name))
      .toSorted((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
    const at = new Date(Date.now() - hours * 3_600_000);
    fs.utimesSync(newest ?? '', at, at);
  }
  await startWith('00000007');
  expect(fs.readdirSync(kept())).toHaveLength(5);
  expect((await answer('/main.00000002.js'))[0]).toBe(404);
  expect(await answer('/main.00000003.js')).toEqual(IMMUTABLE);
});

test('nothing else is found among them, and sources by nobody else', async () => {
  await startWith('00000001');
  await startWith('00000002');
  for (const address of ['/..%2f..%2fsecret.00000001.key', '/x/main.00000001.js', '/index.00000001.html'])
    expect([address, (await answer(address))[0]]).toEqual([address, expect.toBeOneOf([400, 404])]);
  const map = await api.as(null).fetch('/main.00000001.js.map', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(map.status).toBe(404);
});
