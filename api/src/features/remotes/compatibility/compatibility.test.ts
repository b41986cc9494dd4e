import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  createReleaseToken,
  listAuditLog,
  listReleasedUses,
  moveReleasedArea,
  planRelease,
  releaseVersion,
  sendReleaseFile,
  type BodyOf,
} from '../../../contract/index.ts';
import { buildUser } from '../../../testing/builders.ts';
import { setUpApi } from '../../../testing/scene.ts';
import { RELEASE_TABLES } from '../../../testing/release-tables.ts';
import type { Caller } from '../../../testing/test-api.ts';
import { emptyTables } from '../../../testing/test-database.ts';
import { buildRemote, buildShell } from '../../../testing/web-root.ts';
import { releaseTokensRepository } from '../../release-tokens/release-tokens.repository.ts';
import { filesIn } from '../file-hash.ts';
import { contractShapes } from '../../../surfaces/contract-shapes.ts';
import * as contract from '../../../contract/index.ts';
import { compatibility } from './compatibility.ts';
import { findBreaks } from './find-breaks.ts';
import { releasedUsesRepository } from './released-uses.repository.ts';
import type { Shape } from '../../../surfaces/shape.ts';
import { SURFACE_FILE, type Surface, type Surfaces } from '../../../surfaces/surface.ts';

const api = setUpApi({}, { isAtPublicUrl: true });
let admin: Caller;
beforeEach(async () => {
  await emptyTables(api.db, ...RELEASE_TABLES);
  for (const folder of [api.app.remotes.releasesDir, api.config.WEB_ROOT])
    fs.rmSync(folder, { recursive: true, force: true });
  admin = api.as(await buildUser(api.db, { role: 'admin', name: 'Mei Tan' }));
  buildRemote(api.config.WEB_ROOT, 'mf-history');
  buildShell(api.config.WEB_ROOT, 'aaaaaaaa');
  write('mf-history', { uses: { kit: { Button: button('md', 'sm') }, host, calls: { [STATUS]: status } } });
  write('shell', { uses: {}, offers: offers({}) });
  await api.app.remotes.registerBuiltIns();
});

const STATUS = 'GET /api/status';
const status = contractShapes(contract)[STATUS] as Shape;
const host: Shape = { fields: { notify: { takes: ['string'], gives: 'void' } } };
const button = (...sizes: string[]): Shape => ({
  takes: [{ fields: { 'size?': { oneOf: sizes.map((value) => ({ value })) } } }],
  gives: 'ReactNode',
});
const offers = (other: Surface): Surface => ({ kit: { Button: button('md', 'sm') }, host, ...other });

function write(folder: string, surfaces: Surfaces): void {
  fs.writeFileSync(path.join(api.config.WEB_ROOT, folder, 'dist', SURFACE_FILE), JSON.stringify(surfaces));
}

const tokenFor = async (area: string) => {
  const body = { name: 'CI', area, rights: ['stage', 'move', 'rollback'] as const };
  return api.withToken(
    (await admin.call(createReleaseToken, { body: { ...body, rights: [...body.rights] } })).body.token,
  );
};

/** Sends the build that lies in the folder and asks for its release. */
async function send(folder: string, more: Partial<BodyOf<typeof releaseVersion>> = {}, caller?: Caller) {
  const by = caller ?? (await tokenFor(folder));
  const dist = path.join(api.config.WEB_ROOT, folder, 'dist');
  const params = { name: folder.replaceAll('-', '_') };
  const files = await filesIn(dist);
  const plan = { params, body: { files: files.map(({ hash, bytes }) => ({ hash, bytes })) } };
  const { missing } = (await by.call(planRelease, plan)).body;
  for (const file of files.filter(({ hash }) => missing.some((one) => one.hash === hash)))
    await by.fetch(
      `${sendReleaseFile.path.replace(':name', params.name).replace(':hash', file.hash)}?offset=0&bytes=${file.bytes}`,
      {
        method: 'PATCH',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(fs.readFileSync(path.join(dist, file.path))),
      },
    );
  return by.call(releaseVersion, { params, body: { files, as: 'current', ...more } });
}

const shell = (build: string, other: Surface) => {
  buildShell(api.config.WEB_ROOT, build);
  write('shell', { uses: {}, offers: offers(other) });
};

test('a shell that drops what an area uses is refused, with the member and who uses it', async () => {
  shell('bbbbbbbb', { kit: { Button: button('md') } });
  const answer = await send('shell');
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    message: expect.stringContaining('Button.size of the kit no longer takes "sm", and mf_history 1.0.0 uses it.'),
  });
  shell('cccccccc', { kit: { Button: button('md', 'sm', 'lg'), Card: 'ReactNode' } });
  expect((await send('shell')).status).toBe(201);
});

test('older versions of an area are asked too, the last ten of them', async () => {
  const uses = releasedUsesRepository(api.db);
  const keep = (version: string, kit: Surface['kit']) => uses.keep({ name: 'mf_ideas', version }, { kit });
  for (const version of ['1.0.0', '1.1.0']) await keep(version, { Menu: 'ReactNode' });
  for (let n = 2; n <= 9; n++) await keep(`1.${n}.0`, {});
  shell('bbbbbbbb', {});
  const answer = await send('shell');
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    message: expect.stringContaining('Menu of the kit is gone, and mf_ideas 1.1.0 to 1.0.0 use it.'),
  });
  await keep('1.10.0', {});
  expect((await send('shell')).status).toBe(422);
  await keep('1.11.0', {});
  expect((await send('shell')).status).toBe(201);
});

test('a start names what came from elsewhere and does not get along with what came with the product', async () => {
  const warned: unknown[] = [];
  const log = { warn: ({ versions }: { versions: string[] }) => warned.push(versions) };
  const uses = releasedUsesRepository(api.db);
  const dist = path.join(api.config.WEB_ROOT, 'shell/dist');
  const remotes = { currentVersion: async () => null };
  const { complain } = compatibility({ dist, remotes, uses, log, files: api.app.remotes } as never);
  const built = (await uses.all()).map(({ name, version }) => ({ name, version }));
  await complain([...built, { name: 'shell', version: '1.0.0-aaaaaaaa' }]);
  expect(warned).toEqual([]);
  await uses.keep({ name: 'mf_ideas', version: '1.0.0' }, { calls: { 'GET /api/ideas': status } });
  await complain([...built, { name: 'shell', version: '1.0.0-aaaaaaaa' }]);
  expect(warned).toEqual([['mf_ideas 1.0.0']]);
});

test('an area that needs what the shell or a call does not have is refused', async () => {
  buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '1.1.0', text: '1.1.0' });
  const newer: Shape = { fields: { notify: { takes: ['string'], gives: 'void' }, undo: { takes: [], gives: 'void' } } };
  write('mf-history', { uses: { host: newer, calls: { 'GET /api/ideas': status } } });
  const answer = await send('mf-history');
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    message: expect.stringContaining('HostApi.undo is not there. GET /api/ideas is not there. Update Pagecast first'),
  });
  // What it does without, and new parts of the kit, which it brings along, stop nobody.
  const careful: Shape = { fields: { 'undo?': { takes: [], gives: 'void' } } };
  write('mf-history', { uses: { host: careful, kit: { Brand: 'ReactNode' }, calls: { [STATUS]: status } } });
  expect((await send('mf-history')).status).toBe(201);
});

test('what breaks others is for an administrator to weigh, on the machine itself', async () => {
  shell('bbbbbbbb', { kit: {} });
  const breaking = 'Button leaked the session';
  expect((await send('shell', { breaking })).status).toBe(403);
  const { token } = await releaseTokensRepository(api.db).create({
    name: 'Command line',
    area: 'shell',
    rights: ['stage', 'move', 'rollback'],
    expiresAt: null,
    isOfCommand: true,
  });
  const command = api.withToken(token);
  expect((await send('shell', { as: 'staged', breaking }, command)).status).toBe(201);
  expect((await admin.call(listAuditLog)).body.entries[0]).toMatchObject({ after: { breaking } });
  const body = { version: '1.0.0-bbbbbbbb' };
  expect((await command.call(moveReleasedArea, { params: { name: 'shell' }, body })).status).toBe(200);
});

test('a staged shell is compared again when people are to get it', async () => {
  shell('bbbbbbbb', { host: { fields: { ...(host as { fields: object }).fields } } });
  expect((await send('shell', { as: 'staged' })).status).toBe(201);
  const kit = { Menu: 'ReactNode' };
  await releasedUsesRepository(api.db).keep({ name: 'mf_history', version: '1.1.0' }, { kit });
  const team = await tokenFor('shell');
  const params = { name: 'shell' };
  const moved = await team.call(moveReleasedArea, { params, body: { version: '1.0.0-bbbbbbbb' } });
  expect(moved.body).toMatchObject({ message: expect.stringContaining('Menu of the kit is gone') });
});

test('who changes a call reads what is used of it, and nobody reads it without a token', async () => {
  const team = await tokenFor('mf-history');
  const params = { name: 'mf_history' };
  const { body } = await team.call(listReleasedUses, { params });
  expect(body.map(({ name, version, uses }) => [name, version, Object.keys(uses)])).toEqual([
    ['mf_history', '1.0.0', ['kit', 'host', 'calls']],
    ['shell', '1.0.0-aaaaaaaa', []],
  ]);
});

test('what a build says of itself holds nobody up', () => {
  let nested: Shape = 'string';
  for (let n = 0; n < 12; n++) nested = { oneOf: [{ list: nested }, { list: nested, isReadonly: true }, 'number'] };
  const same = JSON.parse(JSON.stringify(nested)) as Shape;
  expect(findBreaks({ kit: { Menu: nested } }, { kit: { Menu: same } }, false)).toEqual([
    { member: SURFACE_FILE, what: 'says more than can be compared' },
  ]);
});

test('a file that is none is refused, and one that nobody wrote is not asked for', async () => {
  buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '1.1.0', text: '1.1.0' });
  fs.writeFileSync(path.join(api.config.WEB_ROOT, 'mf-history/dist', SURFACE_FILE), '{"uses":{"kit":[]}}');
  expect((await send('mf-history')).body).toMatchObject({ message: expect.stringContaining('Build mf_history again') });
  buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '1.2.0', text: '1.2.0' });
  expect((await send('mf-history')).status).toBe(201);
});
