import fs from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createPreviewLink,
  createReleaseToken,
  createTeamPreviewLink,
  listRemotes,
  openPreview,
  type ReleaseRight,
} from '../../contract/index.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { RELEASE_TABLES } from '../../testing/release-tables.ts';
import { setUpApi } from '../../testing/scene.ts';
import { cookieOf, type Caller } from '../../testing/test-api.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { stageVersion } from '../../testing/staged-version.ts';
import { buildRemote, buildShell } from '../../testing/web-root.ts';
import { sessionsRepository } from '../sessions/sessions.repository.ts';
import { COMMAND_LINE } from '../audit/audit.repository.ts';
import { previews } from './previews.ts';
import { releasesService } from './releases.service.ts';

const api = setUpApi();
let admin: TestUser;
let cookie: string;
let visitor: Caller;
afterEach(() => void vi.useRealTimers());
beforeEach(async () => {
  await emptyTables(api.db, ...RELEASE_TABLES);
  admin = await buildUser(api.db, { role: 'admin' });
  const user = await buildUser(api.db);
  cookie = `pagecast_session=${await sessionsRepository(api.db).create(user.userId)}`;
  visitor = api.withCookie(cookie);
  fs.rmSync(api.config.WEB_ROOT, { recursive: true, force: true });
  buildRemote(api.config.WEB_ROOT, 'mf-history');
  buildRemote(api.config.WEB_ROOT, 'mf-admin');
  buildShell(api.config.WEB_ROOT, A);
  await api.app.remotes.registerBuiltIns();
  await stage('mf-history');
});

const [A, B] = ['a'.repeat(8), 'b'.repeat(8)] as const;
const ACTOR = { person: COMMAND_LINE, impersonated: null, environment: 'development', ip: null } as const;

/** Adds version 1.1.0 of an area, or build B of the shell, as a team stages it. */
const stage = (folder: string) => stageVersion(api, folder, folder === 'shell' ? B : '1.1.0');

async function linkTo(version: string, name = 'mf_history') {
  const { body } = await api.as(admin).call(createPreviewLink, { params: { name }, body: { version } });
  const asked = new URL(body.url).searchParams;
  return { name, version: asked.get('version') ?? '', key: asked.get('key') ?? '' };
}
type Linked = Awaited<ReturnType<typeof linkTo>>;

/** A browser that was led by links. @returns what calls and pages tell it */
async function browserWith(...links: Linked[]) {
  let jar = cookie;
  for (const body of links)
    jar = `${cookie}; ${cookieOf((await api.withCookie(jar).call(openPreview, { body })).headers)}`;
  const caller = api.withCookie(jar);
  return {
    caller,
    async shown() {
      const { body } = await caller.call(listRemotes);
      const page = await (await caller.fetch('/history')).text();
      const inlined = JSON.parse(/id="remotes">(.*?)<\/script>/.exec(page)?.[1] ?? '') as {
        remotes: { name: string; version: string }[];
        previews?: { name: string; version: string }[];
      };
      const versions = (remotes: { name: string; version: string }[]) =>
        remotes.map(({ name, version }) => `${name} ${version}`);
      expect(versions(inlined.remotes)).toEqual(versions(body.remotes));
      return { remotes: versions(inlined.remotes), previews: versions(inlined.previews ?? []), page };
    },
  };
}

test('a link shows its version to the browser that opened it, and to no other', async () => {
  const answer = await visitor.call(openPreview, { body: await linkTo('1.1.0') });
  expect(answer.body).toEqual({ to: '/history' });
  expect(answer.headers.getSetCookie()[0]).toMatch(/httponly/i);
  const browser = await browserWith(await linkTo('1.1.0'));
  const { remotes, previews, page } = await browser.shown();
  expect(remotes).toEqual(['mf_history 1.1.0']);
  expect(previews).toEqual(['mf_history 1.1.0']);
  expect(page).toContain('href="/remotes/mf_history/1.1.0/remoteEntry.js"');
  const other = await (await browserWith()).shown();
  expect(other).toMatchObject({ remotes: ['mf_history 1.0.0'], previews: [] });
});

test('stopping leads back to what is released, on a screen of ours and nowhere else', async () => {
  const { caller } = await browserWith(await linkTo('1.1.0'));
  for (const [at, to] of [
    ['/history', '/history'],
    ['', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
  ] as const) {
    const { status, headers } = await caller.fetch(`/preview/stop?at=${encodeURIComponent(at)}`);
    expect([status, headers.get('location')]).toEqual([302, to]);
    expect(headers.getSetCookie()[0]).toMatch(/^pagecast_previews=;/);
  }
});

test.each<[string, (link: Linked) => Linked]>([
  ['another version', (link) => ({ ...link, version: '1.0.1' })],
  ['another area', (link) => ({ ...link, name: 'mf_media' })],
  ['another time', ({ key, ...link }) => ({ ...link, key: `zzzzzzz.${key.split('.')[1]}` })],
  ['another signature', ({ key, ...link }) => ({ ...link, key: `${key.split('.')[0]}.${'A'.repeat(43)}` })],
])('a link that was changed to %s opens nothing', async (_what, changed) => {
  const link = changed(await linkTo('1.1.0'));
  expect(await visitor.call(openPreview, { body: link })).toMatchObject({
    status: 404,
    body: { message: "This preview link doesn't work. Copy the whole of it, or ask for a new one." },
  });
  const forged = api.withCookie(`${cookie}; pagecast_previews=${link.name}/${link.version}/${link.key}|junk|a/b/c`);
  expect((await forged.call(listRemotes)).body.remotes.map(({ version }) => version)).toEqual(['1.0.0']);
});

test('a link ends after a week, also in the browser that opened it', async () => {
  const link = await linkTo('1.1.0');
  const browser = await browserWith(link);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 24 * 3_600_000 + 1000 });
  expect(await visitor.call(openPreview, { body: link })).toMatchObject({
    status: 422,
    body: { message: 'This preview link has expired. Ask whoever sent it for a new one.' },
  });
  expect(await browser.shown()).toMatchObject({ remotes: ['mf_history 1.0.0'], previews: [] });
});

test('what has become current, or is gone, is no preview any more', async () => {
  const link = await linkTo('1.1.0');
  const browser = await browserWith(link);
  await releasesService({ db: api.db, movingDb: api.movingDb, files: api.app.remotes.files }).moveTo(
    ACTOR,
    'mf_history',
    '1.1.0',
    null,
  );
  expect(await browser.shown()).toMatchObject({ remotes: ['mf_history 1.1.0'], previews: [] });
  const { body, headers } = await visitor.call(openPreview, { body: link });
  expect([body, headers.getSetCookie()]).toEqual([{ to: '/history' }, []]);

  const { SECRET_KEY: keys, PUBLIC_URL: publicUrl } = api.config;
  const key = new URL(previews({ keys, publicUrl }).link('mf_history', '1.0.9').url).searchParams.get('key') ?? '';
  const gone = { name: 'mf_history', version: '1.0.9', key };
  expect(await visitor.call(openPreview, { body: gone })).toMatchObject({ status: 404 });
  const forgotten = api.withCookie(`${cookie}; pagecast_previews=mf_history/1.0.9/${key}`);
  expect((await forgotten.call(listRemotes)).body.remotes.map(({ version }) => version)).toEqual(['1.1.0']);
});

test('an area that nobody ever got, and the shell, are looked at by links of their own', async () => {
  await stage('mf-post-ideas');
  await stage('shell');
  const browser = await browserWith(await linkTo('1.1.0', 'mf_post_ideas'), await linkTo(`1.0.0-${B}`, 'shell'));
  const { remotes, previews, page } = await browser.shown();
  expect(remotes).toEqual(['mf_history 1.0.0', 'mf_post_ideas 1.1.0']);
  expect(previews.toSorted()).toEqual(['mf_post_ideas 1.1.0', `shell 1.0.0-${B}`]);
  expect(page).toContain(`main.${B}.js`);
  expect((await (await browserWith()).shown()).page).toContain(`main.${A}.js`);
});

test('nobody sees by a link what they may not load, and without a login nobody sees anything', async () => {
  await stage('mf-admin');
  const link = await linkTo('1.1.0', 'mf_admin');
  expect(await visitor.call(openPreview, { body: link })).toMatchObject({ status: 404 });
  const forced = api.withCookie(`${cookie}; pagecast_previews=mf_admin/1.1.0/${link.key}`);
  expect((await forced.call(listRemotes)).body.remotes.map(({ name }) => name)).toEqual(['mf_history']);
  const history = await linkTo('1.1.0');
  expect(await api.as(null).call(openPreview, { body: history })).toMatchObject({ status: 401 });
  const out = api.withCookie(`pagecast_previews=mf_history/1.1.0/${history.key}`);
  expect((await out.call(listRemotes)).body.remotes.map(({ version }) => version)).toEqual(['1.0.0']);
  expect(await (await out.fetch('/history')).text()).not.toContain('1.1.0');
});

test('a link is made by administrators, and by a team that may stage, for what is not current', async () => {
  const holder = async (area: string, rights: ReleaseRight[]) =>
    api.withToken((await api.as(admin).call(createReleaseToken, { body: { name: 'CI', area, rights } })).body.token);
  const ask = { params: { name: 'mf_history' }, body: { version: '1.1.0' } };
  const made = await (await holder('mf-history', ['stage'])).call(createTeamPreviewLink, ask);
  expect(made.status).toBe(201);
  const url = new URL(made.body.url);
  expect([url.origin, url.pathname]).toEqual([new URL(api.config.PUBLIC_URL).origin, '/preview']);
  expect(await (await holder('mf-history', ['move'])).call(createTeamPreviewLink, ask)).toMatchObject({ status: 403 });
  expect(await (await holder('mf-media', ['stage'])).call(createTeamPreviewLink, ask)).toMatchObject({ status: 403 });
  expect(await visitor.call(createPreviewLink, ask)).toMatchObject({ status: 403 });
  const asked = (version: string) =>
    api.as(admin).call(createPreviewLink, { params: { name: 'mf_history' }, body: { version } });
  expect(await asked('1.0.0')).toMatchObject({
    status: 409,
    body: { message: 'mf_history 1.0.0 is current: everybody sees it without a link.' },
  });
  expect(await asked('9.9.9')).toMatchObject({ status: 404 });
});
