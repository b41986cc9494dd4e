import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NotFoundError } from '../../http/errors.ts';
import { unguarded } from '../../http/csv.ts';
import { buildPost } from '../../testing/builders.ts';
import { lockTable } from '../../testing/database-state.ts';
import { buildFixtures } from '../../testing/person-fixtures.ts';
import { setUpApi } from '../../testing/scene.ts';
import { columnsOf } from '../../testing/schema-shape.ts';
import { EXPORTED, NOT_EXPORTED } from './exported-tables.ts';
import { writeExport } from './write-export.ts';

const api = setUpApi();
let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'exports-'));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

const HOSTILE = '../../etc/CON\u0000\u202E:=cmd|x\\.exe';
let opened = 0;
/** Has every file but those of which the hash begins with an f. Its streams do not say when they are closed. */
const files = {
  async openKept({ sha256, bytes }: { sha256: string; bytes: number }) {
    if (sha256.startsWith('f')) throw new NotFoundError('It is gone.');
    opened += 1;
    return {
      read: () => Readable.from([Buffer.alloc(bytes, 'x')], { autoDestroy: false }),
      async close() {
        opened -= 1;
      },
    };
  },
};

async function exported(facebookId: string) {
  const file = path.join(folder, `${facebookId}.zip`);
  const summary = await writeExport({ db: api.db, files }, facebookId, file);
  expect(opened).toBe(0);
  const entries = unzipSync(await fs.readFile(file));
  const text = (name: string) => strFromU8(entries[name] ?? new Uint8Array());
  const json = (table: string) => JSON.parse(text(`json/${table}.json`)) as Record<string, unknown>[];
  return { summary, entries, text, json, all: Object.keys(entries).map(text).join('\n') };
}

test('every table and column is in an export, or is left out for a reason', async () => {
  const columns = await columnsOf(api.db);
  expect([...Object.keys(EXPORTED), ...NOT_EXPORTED.keys()].toSorted()).toEqual([...columns.keys()].toSorted());
  const known = Object.entries(EXPORTED).map(([name, { columns: taken, leftOut }]) => [
    name,
    [...taken.map((column) => column.split(/\s+as\s+/).at(-1) ?? column), ...leftOut].toSorted(),
  ]);
  expect(known).toEqual(Object.keys(EXPORTED).map((name) => [name, columns.get(name)?.toSorted()]));
});

test('no column of an export holds what opens something', () => {
  const taken = Object.entries(EXPORTED).flatMap(([name, one]) => one.columns.map((column) => `${name}.${column}`));
  expect(taken.filter((column) => /\..*(token|secret|hash|nonce|lease|key|endpoint)/.test(column))).toEqual([
    'users.access_token_expires_at',
    'facebook_pages.token_checked_at',
    'facebook_pages.token_expires_at',
    'posts.keywords',
    'drafts.key',
    'recurrences.keywords',
    'proposals.token_name',
    'ai_calls.input_tokens',
    'ai_calls.output_tokens',
  ]);
});

test('an export holds what is of the person, and nothing of anybody else', async () => {
  const mine = await buildFixtures(api.db, { content: 'Mine alone' });
  const theirs = await buildFixtures(api.db, { content: 'Not to be seen' });
  const { json, text, all, entries } = await exported(mine.owner.facebookId);
  expect(json('users')).toMatchObject([{ facebook_id: mine.owner.facebookId }]);
  expect(json('posts').map(({ content }) => content)).toContain('Mine alone');
  expect(json('facebook_pages')).toMatchObject([{ page_id: mine.page.pageId }]);
  expect(json('api_tokens')).toMatchObject([{ name: 'An assistant' }]);
  expect(json('proposals')).toMatchObject([{ content: 'Mine alone' }]);
  expect(text('csv/posts.csv')).toContain('"Mine alone"');
  for (const name of Object.keys(EXPORTED))
    expect([`json/${name}.json`, `csv/${name}.csv`].filter((entry) => !(entry in entries))).toEqual([]);
  for (const foreign of ['Not to be seen', theirs.owner.facebookId, theirs.page.pageId, 'whsec_'])
    expect(all).not.toContain(foreign);
});

test('no sealed secret of the person is in it', async () => {
  const { owner } = await buildFixtures(api.db);
  const secrets = [
    ...(await api.stored.users.values<string>('access_token', { id: owner.userId })),
    ...(await api.stored.facebookPages.values<string>('access_token', { user_id: owner.userId })),
    ...(await api.stored.webhooks.values<string>('secret', { user_id: owner.userId })),
    ...(await api.stored.webhooks.values<string>('url', { user_id: owner.userId })),
  ].filter(Boolean);
  expect(secrets.length).toBeGreaterThan(1);
  const { all } = await exported(owner.facebookId);
  for (const secret of secrets) expect(all).not.toContain(secret);
});

test('names of files lead nowhere, and a file that is gone is named', async () => {
  const { owner } = await buildFixtures(api.db);
  const file = { user_id: owner.userId, environment: owner.environment, mime_type: 'image/png', bytes: 3 };
  await api.stored.mediaFiles.remove({ user_id: owner.userId });
  await api.stored.mediaFiles.add([
    { ...file, sha256: 'a'.repeat(64), name: HOSTILE.replace('\u0000', '') },
    { ...file, sha256: 'f'.repeat(64), name: 'gone.png' },
  ]);
  const { entries, summary, text } = await exported(owner.facebookId);
  const names = Object.keys(entries).filter((name) => name.startsWith('files/'));
  for (const name of names) expect(name).toMatch(/^files\/[0-9a-f]{16}-[\p{L}\p{N}-]+\.png$/u);
  expect(names).toHaveLength(2);
  expect(text(names.find((name) => name.startsWith('files/aaaa')) ?? '')).toBe('xxx');
  expect(summary).toEqual({ files: 1, missing: ['f'.repeat(64)] });
  expect(JSON.parse(text('about.json'))).toMatchObject({ filesMissing: ['f'.repeat(64)] });
});

test('a spreadsheet runs nothing of it', async () => {
  const { owner } = await buildFixtures(api.db);
  await buildPost(api.db, owner, { content: '=HYPERLINK("https://evil.example")' });
  const { text } = await exported(owner.facebookId);
  expect(text('csv/posts.csv')).toContain('"\'=HYPERLINK');
  expect(unguarded("'=HYPERLINK")).toBe('=HYPERLINK');
});

test('many rows come in order, each once', async () => {
  const { owner } = await buildFixtures(api.db);
  const rows = Array.from({ length: 1201 }, (_, at) => ({
    user_id: owner.userId,
    environment: owner.environment,
    name: `Group ${at}`,
  }));
  await api.stored.pageGroups.remove({ user_id: owner.userId });
  await api.stored.pageGroups.add(rows);
  const names = (await exported(owner.facebookId)).json('page_groups').map(({ name }) => name);
  expect(names).toEqual(rows.map(({ name }) => name));
});

test('while files are copied, nobody waits for its locks, as a migration would', async () => {
  const { owner } = await buildFixtures(api.db);
  let locked = 0;
  const slow = {
    async openKept(file: { sha256: string; bytes: number }) {
      await api.db.transaction((trx) => lockTable(trx, 'posts'));
      locked += 1;
      return files.openKept({ ...file, sha256: '' });
    },
  };
  const { files: count } = await writeExport({ db: api.db, files: slow }, owner.facebookId, path.join(folder, 's.zip'));
  expect(locked).toBe(count);
  expect(count).toBeGreaterThan(0);
});

test('only who makes it can read it, whatever was in the place where it is written', async () => {
  const { owner } = await buildFixtures(api.db);
  const [file, elsewhere] = [path.join(folder, 'mine.zip'), path.join(folder, 'elsewhere')];
  await fs.writeFile(elsewhere, 'of somebody else');
  const prepared = [
    () =>
      fs
        .writeFile(`${file}.part`, 'readable by everybody', { mode: 0o666 })
        .then(() => fs.chmod(`${file}.part`, 0o666)),
    () => fs.symlink(elsewhere, `${file}.part`),
  ];
  for (const prepare of prepared) {
    await prepare();
    await writeExport({ db: api.db, files }, owner.facebookId, file);
    const { mode } = await fs.lstat(file);
    expect(mode.toString(8)).toBe('100600');
  }
  expect(await fs.readFile(elsewhere, 'utf8')).toBe('of somebody else');
});

test('what fails leaves no file, and nobody is nobody', async () => {
  const { owner } = await buildFixtures(api.db);
  const broken = { openKept: () => Promise.reject(new Error('The disk is broken')) };
  const file = path.join(folder, 'broken.zip');
  await expect(writeExport({ db: api.db, files: broken }, owner.facebookId, file)).rejects.toThrow('disk is broken');
  await expect(writeExport({ db: api.db, files }, '404', file)).rejects.toThrow('no account');
  expect((await fs.readdir(folder)).filter((name) => name.startsWith('broken'))).toEqual([]);
});
