import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uploadMedia } from '../contract/index.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { mediaObjectsRepository } from '../features/media/objects/media-objects.repository.ts';
import { openMediaStore } from '../features/media/media-store.ts';
import { COMMAND_LINE } from '../features/audit/audit.repository.ts';
import { masterKey } from '../features/secret-key/master-keys.ts';
import { advance, beginRotation } from '../features/secret-key/rotation.ts';
import { proveKey } from '../features/secret-key/secret-key.ts';
import { buildPost, TEST_SECRET_KEY } from '../testing/builders.ts';
import { photoFile } from '../testing/real-media.ts';
import { setUpScene, type Scene } from '../testing/scene.ts';
import { stored } from '../testing/stored.ts';
import { emptyDatabase } from '../testing/test-database.ts';
import { startS3, type TestS3 } from '../testing/test-s3.ts';
import { BACKUP_LINE, leaseRepository } from '../features/backup-marks/backup-lease.repository.ts';
import { dumpLine } from './database-line.ts';
import { drill } from './drill.ts';
import { makeBackup } from './make-backup.ts';
import { findBackups, folderOf, manifestOf } from './manifest.ts';
import { openPlace } from './open-place.ts';
import { folderPlace, type BackupPlace } from './place.ts';
import { chooseBackup, fill, proveBackup } from './restore-backup.ts';
import { kept } from './retention.ts';
import { makeSeal } from './sealing.ts';

const PASSPHRASE = 'correct horse battery staple';
/** What a guess costs is the library's. */
const QUICK = 2;
const NEVER = { daily: 1000, weekly: 0 };

const scene = {} as Scene;
const api = setUpScene((entered) => Object.assign(scene, entered));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-backups-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

let s3: TestS3;
let photo: Buffer;
beforeAll(async () => {
  [s3, photo] = [await startS3(), await photoFile()];
});
afterAll(() => s3.close());

let place: BackupPlace;
beforeEach(async () => {
  place = folderPlace(fs.mkdtempSync(path.join(folder, 'place-')));
  await makeSeal(place, PASSPHRASE, QUICK);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  await scene.caller.fetch(uploadMedia.path, { method: 'POST', body: form });
});

const make = (given: Partial<Parameters<typeof makeBackup>[0]> = {}) =>
  makeBackup({
    db: api.db,
    databaseUrl: api.config.DATABASE_URL,
    storage: openMediaStore(api.config).over(api.db),
    place,
    secretKeys: [TEST_SECRET_KEY],
    passphrase: PASSPHRASE,
    isSealed: false,
    keeping: NEVER,
    say() {},
    ...given,
  });

/** Into a database of its own; `look` sees what came back. */
async function restored(look: (back: ReturnType<typeof stored>, url: string, dataDir: string) => Promise<void>) {
  const empty = await emptyDatabase();
  const dataDir = fs.mkdtempSync(path.join(folder, 'data-'));
  const db = openDatabase(empty.url);
  try {
    const proven = await proveBackup(place, await chooseBackup(place, undefined), PASSPHRASE);
    expect(proven.secretKey).toBe(TEST_SECRET_KEY);
    const { disk, scratch } = openMediaStore({ ...api.config, DATA_DIR: dataDir });
    await fill(proven, { databaseUrl: empty.url, place, files: { disk, scratch } }, undefined);
    await proven.files.close();
    await look(stored(db), empty.url, dataDir);
  } finally {
    await db.destroy();
    await empty.close();
  }
}

const filesBelow = (from: string) =>
  fs
    .readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));

describe('a backup', () => {
  test('comes back whole into an empty database, with its files, and is held', async () => {
    const before = await buildPost(api.db, scene.me, { content: 'Before\t\\N "quoted" \u{1F600}' });
    await make();
    await buildPost(api.db, scene.me, { content: 'After' });
    await restored(async (back, _url, dataDir) => {
      expect(await back.posts.rows({}, 'id', 'content')).toEqual([
        { id: before, content: 'Before\t\\N "quoted" \u{1F600}' },
      ]);
      expect(await back.users.rows()).toEqual(await api.stored.users.rows());
      expect(await back.sessions.rows()).toEqual([]);
      expect(await back.restores.rows({ released_at: null })).toHaveLength(1);
      const [kept] = filesBelow(dataDir);
      expect(fs.readFileSync(kept ?? '')).toEqual(fs.readFileSync(filesBelow(api.config.DATA_DIR)[0] ?? ''));
    });
  });

  test('copies a file once, and what is new', async () => {
    expect((await make()).copied.count).toBe(1);
    expect((await make()).copied.count).toBe(0);
    expect((await make({ keeping: { daily: 0, weekly: 0 } })).removed).toEqual({ backups: 1, files: 0 });
  });

  test('gives no number to anything new that something has had since', async () => {
    await make();
    const after = await buildPost(api.db, scene.me, { content: 'After' });
    await restored(async (_back, url) => {
      const db = openDatabase(url);
      expect(await buildPost(db, scene.me, { content: 'Later' })).toBeGreaterThan(after + 1000);
      await db.destroy();
    });
  });

  test('lies in a bucket, sealed to the last byte', async () => {
    await buildPost(api.db, scene.me, { content: 'Nobody reads this' });
    place = openPlace(`s3://${s3.env.S3_BUCKET}/nightly`, '.', s3.env);
    await makeSeal(place, PASSPHRASE, QUICK);
    await make({ isSealed: true });
    const lying = (await s3.keys()).map((key) => key.split('/').at(-1));
    expect(lying).toContain('manifest.json');
    const contents = await s3.contents();
    expect(contents.some((one) => one.includes(photo.subarray(100, 200)))).toBe(false);
    await restored(async (back, _url, dataDir) => {
      expect(await back.posts.rows({}, 'content')).toEqual([{ content: 'Nobody reads this' }]);
      expect(filesBelow(dataDir)).toHaveLength(1);
    });
  });

  test('that finds a file missing is none', async () => {
    for (const kept of filesBelow(path.join(api.config.DATA_DIR, 'media'))) fs.rmSync(kept);
    await expect(make()).rejects.toThrow("1 files of posts can't be read");
    expect(await leaseRepository(api.db).isRunning()).toBe(false);
    await expect(chooseBackup(place, undefined)).rejects.toThrow('was cut off before its end');
  });

  test('asks for a passphrase once, and seals with it later; two databases do not share a place', async () => {
    await place.remove('seal.json');
    await expect(make({ passphrase: undefined })).rejects.toThrow('Set BACKUP_PASSPHRASE');
    await expect(make({ passphrase: 'short' })).rejects.toThrow('12 characters');
    await make();
    await make({ passphrase: undefined });
    await expect(make({ passphrase: 'another long passphrase' })).rejects.toThrow('not the passphrase');
    await place.put('owner.json', Readable.from(['{"database":"another"}']));
    await expect(make()).rejects.toThrow('the backups of another Pagecast');
  });

  test('keeps what it has still to copy from being deleted', async () => {
    const lease = leaseRepository(api.db);
    await lease.take('7e3f3a54-9a44-4a3e-8f4e-3d0f0a6d1b11');
    const kept = filesBelow(path.join(api.config.DATA_DIR, 'media'));
    await api.stored.mediaFiles.remove();
    const sweep = () => api.app.media.sweepStorage(new Date(Date.now() + 1000));
    await sweep();
    expect(kept.every((one) => fs.existsSync(one))).toBe(true);
    await lease.giveBack('7e3f3a54-9a44-4a3e-8f4e-3d0f0a6d1b11');
    await sweep();
    expect(kept.some((one) => fs.existsSync(one))).toBe(false);
  });
});

describe('nothing is touched by a restore of', () => {
  const prove = async (passphrase = PASSPHRASE) =>
    proveBackup(place, (await findBackups(place))[0]?.manifest as never, passphrase);

  test('another passphrase', async () => {
    await make();
    await expect(prove('another long passphrase')).rejects.toThrow('not the passphrase');
  });

  test.each([
    ['a table', (id: string) => `${folderOf(id)}users.copy.zst`],
    ['the key', (id: string) => `${folderOf(id)}secret-key.zst.age`],
    ['the list of files', (id: string) => `${folderOf(id)}files.jsonl`],
  ])('a backup of which %s is damaged or missing', async (_what, nameOf) => {
    const { id } = (await make()).manifest;
    const at = path.join(place.label, nameOf(id));
    const bytes = fs.readFileSync(at);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    fs.writeFileSync(at, bytes);
    await expect(prove()).rejects.toThrow('is damaged');
    fs.rmSync(at);
    await expect(prove()).rejects.toThrow('is missing');
  });

  test('a backup with a file that is another, or is cut', async () => {
    await make();
    const [at = ''] = filesBelow(path.join(place.label, 'files'));
    fs.truncateSync(at, 100);
    await expect(prove()).rejects.toThrow('is damaged');
    // The next backup mends it.
    expect((await make()).copied.count).toBe(1);
    await (await prove()).files.close();
  });

  test('a manifest that somebody has changed, or of a later release', async () => {
    const { id } = (await make()).manifest;
    const at = path.join(place.label, manifestOf(id));
    const written = fs.readFileSync(at, 'utf8');
    fs.writeFileSync(at, written.replace('"isSealed": false', '"isSealed": true'));
    await expect(chooseBackup(place, id)).rejects.toThrow('damaged manifest');
    fs.writeFileSync(at, written);
    const manifest = await chooseBackup(place, id);
    const later = { ...manifest, migrations: [...manifest.migrations, { name: '20990101000000_later', sha256: null }] };
    await expect(proveBackup(place, later, PASSPHRASE)).rejects.toThrow('made by a later release');
  });

  test('one into a database that is not empty, but for its name; half of one lets no process start', async () => {
    await make();
    const proven = await prove();
    const empty = await emptyDatabase();
    await migrate(empty.url);
    const db = openDatabase(empty.url);
    const name = new URL(empty.url).pathname.slice(1);
    const into = { databaseUrl: empty.url, place, files: null };
    await expect(fill(proven, into, undefined)).rejects.toThrow(`--replace ${name}`);
    await expect(fill(proven, into, 'another')).rejects.toThrow('Nothing was changed');
    const cut = { ...proven, manifest: { ...proven.manifest, tables: [{ ...proven.manifest.tables[0], rows: 99 }] } };
    await expect(fill(cut as typeof proven, into, name)).rejects.toThrow('of 99 rows');
    await expect(migrate(empty.url)).rejects.toThrow('Run npm run restore again');
    await fill(proven, into, undefined);
    await proven.files.close();
    await migrate(empty.url);
    expect(await mediaObjectsRepository(db).readStore()).toBe(null);
    await db.destroy();
    await empty.close();
  });
});

test('one backup runs at a time, and one that died makes room at once', async () => {
  const lease = leaseRepository(api.db);
  const [alive, dead, next] = ['1', '2', '3'].map((n) => `7e3f3a54-9a44-4a3e-8f4e-3d0f0a6d1b1${n}`) as [
    string,
    string,
    string,
  ];
  expect(await lease.take(dead)).toBe(true);
  expect(await lease.take(alive)).toBe(true);
  const line = await dumpLine(api.config.DATABASE_URL, `${BACKUP_LINE}${alive}`);
  expect(await lease.take(next)).toBe(false);
  expect(await lease.renew(dead)).toBe(false);
  await line.end();
  await expect.poll(() => lease.take(next)).toBe(true);
  await lease.giveBack(next);
});

test('the newest backup of each of the last days and weeks is kept', () => {
  const at = (day: string) => ({ takenAt: `${day}T02:00:00.000Z` });
  const days = ['2026-11-23', '2026-11-22', '2026-11-21', '2026-11-16', '2026-11-15', '2026-11-09', '2026-10-01'];
  const backups = [...days.map(at), { takenAt: '2026-11-23T01:00:00.000Z' }];
  const keep = (daily: number, weekly: number) =>
    kept(backups, { daily, weekly }).map(({ takenAt }) => takenAt.slice(0, 10));
  expect(keep(2, 3)).toEqual(['2026-11-23', '2026-11-22', '2026-11-15']);
  expect(keep(0, 0)).toEqual(['2026-11-23']);
  expect(keep(3, 5)).toEqual(['2026-11-23', '2026-11-22', '2026-11-21', '2026-11-15', '2026-10-01']);
});

describe('a backup of each time between two changes of the secret key', () => {
  const NEW_KEY = 'a new key of more than thirty-two characters';
  const actor = { person: COMMAND_LINE, impersonated: null, environment: 'production', ip: null } as const;
  beforeEach(async () => {
    await api.stored.secretKey.remove();
    await proveKey(api.db, [masterKey(TEST_SECRET_KEY)], '', { adminIds: [], holdPage: async () => {} });
  });
  afterEach(async () => {
    await api.stored.dataKeys.remove();
    await api.stored.secretKey.remove();
    await api.app.heldKeys.load();
  });

  async function rotate(): Promise<void> {
    await beginRotation({ db: api.db, masters: [masterKey(NEW_KEY), masterKey(TEST_SECRET_KEY)], actor });
    const { keys, load } = api.app.heldKeys;
    await expect.poll(async () => (await advance({ db: api.db, keys, load }, 0)).is).toBe('done');
  }

  /** A backup with these keys at hand, and that everything in it opens with the one that lies in it. */
  async function openedBy(secretKeys: string[]): Promise<string | undefined> {
    const { manifest } = await make({ secretKeys });
    const empty = await emptyDatabase();
    try {
      const into = { databaseUrl: empty.url, passphrase: PASSPHRASE, secretKeys: [] };
      expect((await drill(place, manifest, into)).secrets).toBeGreaterThan(0);
    } finally {
      await empty.close();
    }
    return manifest.key?.fingerprint;
  }

  test('opens with the key of that time, which lies in it', async () => {
    const [before, after] = [masterKey(TEST_SECRET_KEY).fingerprint, masterKey(NEW_KEY).fingerprint];
    // Both are set while the key is being changed, and only the former opens anything yet.
    expect(await openedBy([NEW_KEY, TEST_SECRET_KEY])).toBe(before);
    await rotate();
    expect(await openedBy([NEW_KEY, TEST_SECRET_KEY])).toBe(after);
    await rotate();
    await api.stored.dataKeyWraps.remove({ master: before });
    expect(await openedBy([NEW_KEY])).toBe(after);
    await expect(openedBy([TEST_SECRET_KEY])).rejects.toThrow('goes by another secret key');
  });
});
