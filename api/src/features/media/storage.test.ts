import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { ENVIRONMENTS } from '../../contract/common.ts';
import { buildUser } from '../../testing/builders.ts';
import { stored } from '../../testing/stored.ts';
import { freshDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startS3, type TestS3 } from '../../testing/test-s3.ts';
import { openMediaStore } from './media-store.ts';
import { receiveAll, type KeptFile, type MediaStorage } from './media-storage.ts';
import { moveFiles } from './moving-files.ts';
import { removingMedia } from './removing-media.ts';

let database: TestDatabase;
let s3: TestS3;
const folders: string[] = [];
beforeAll(async () => {
  [database, s3] = await Promise.all([freshDatabase(), startS3()]);
});
afterAll(async () => {
  await Promise.all([database.close(), s3.close()]);
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'storage-'));
  folders.push(made);
  return made;
}
/** Nothing is kept, and no bucket is anybody's. */
async function empty(): Promise<void> {
  await stored(database.db).mediaObjects.remove();
  await stored(database.db).mediaStore.remove();
  await s3.empty();
}
/** The settings of a process with its files below `DATA_DIR`. */
const settings = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32), ...env });
const inAnHour = () => new Date(Date.now() + 3_600_000);
const some = (bytes: number) =>
  Buffer.from(createHash('shake256', { outputLength: bytes }).update(randomUUID()).digest());
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** As a copy: a storage takes over what it is given. */
const streamOf = (bytes: Buffer) => Readable.from([Buffer.from(bytes)]) as AsyncIterable<Uint8Array>;
async function* thenCut(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield Buffer.from(bytes);
  throw new Error('The line dropped');
}
const read = async (storage: MediaStorage, file: KeptFile, part = { start: 0, end: file.bytes - 1 }) => {
  const open = await storage.openKept(file);
  const chunks = await Array.fromAsync(open.read(part) as AsyncIterable<Buffer>).finally(() => open.close());
  return Buffer.concat(chunks).toString('hex');
};

async function keepIn(storage: MediaStorage, bytes: Buffer, thumbnail: Buffer | null = null): Promise<KeptFile> {
  const received = await receiveAll(storage, streamOf(bytes));
  const brought = await storage.bring(received, thumbnail);
  await database.db.transaction((trx) => storage.keep(trx, brought));
  await storage.letGo(brought);
  await storage.discard(received);
  return { sha256: received.sha256, bytes: received.bytes, mimeType: 'video/mp4' };
}

/** Two hosts over one place: disks are shared, buckets need no disk in common. */
const PLACES = {
  disk: () => {
    const DATA_DIR = folder();
    return [settings({ DATA_DIR }), settings({ DATA_DIR })];
  },
  s3: () => [settings({ ...s3.env, DATA_DIR: folder() }), settings({ ...s3.env, DATA_DIR: folder() })],
} as const;

describe.each(['disk', 's3'] as const)('on %s', (place) => {
  let here: MediaStorage;
  let there: MediaStorage;
  beforeEach(async () => {
    await empty();
    [here, there] = PLACES[place]().map((config) => openMediaStore(config).over(database.db)) as [
      MediaStorage,
      MediaStorage,
    ];
  });

  const remove = async (storage: MediaStorage, hash: string) =>
    (await database.db.transaction((trx) => storage.remove(trx, hash)))();

  test('a file that one host keeps is read at another: whole, in part, as a blob, as a file', async () => {
    const bytes = some(200_000);
    const file = await keepIn(here, bytes, Buffer.from('small'));
    expect(file.sha256).toBe(sha256(bytes));
    for (const storage of [here, there]) {
      expect(await read(storage, file)).toBe(bytes.toString('hex'));
      expect(await read(storage, file, { start: 70_000, end: 70_009 })).toBe(
        bytes.subarray(70_000, 70_010).toString('hex'),
      );
      const blob = await storage.sourceOf(file).blob();
      expect([blob.size, blob.type]).toEqual([bytes.length, 'video/mp4']);
      expect(Buffer.from(await blob.slice(100, 150).arrayBuffer())).toEqual(bytes.subarray(100, 150));
      expect(await storage.sourceOf(file).asFile(async (lent) => sha256(fs.readFileSync(lent)))).toBe(file.sha256);
      expect(String(await storage.thumbnailOf(file.sha256))).toBe('small');
    }
  });

  test('what was removed is gone everywhere, and can come again', async () => {
    const bytes = some(1000);
    const file = await keepIn(here, bytes, Buffer.from('small'));
    await remove(there, file.sha256);
    for (const storage of [here, there]) {
      await expect(storage.openKept(file)).rejects.toMatchObject({ status: 404 });
      await expect(storage.thumbnailOf(file.sha256)).rejects.toMatchObject({ status: 404 });
      await expect(storage.sourceOf(file).blob()).rejects.toMatchObject({ code: 'ENOENT' });
    }
    await remove(there, file.sha256);
    await keepIn(there, bytes);
    expect(await read(here, file)).toBe(bytes.toString('hex'));
  });

  test('an upload goes on at another host, from what came before the line dropped', async () => {
    const bytes = some(9_000_000);
    const name = randomUUID();
    await here.beginParts(name);
    expect(await there.lengthOf(name)).toBe(0);
    await expect(here.append(name, 0, thenCut(bytes.subarray(0, 5_000_001)))).rejects.toThrow('dropped');
    expect(await there.lengthOf(name)).toBe(5_000_001);
    // A part that comes twice changes nothing.
    await there.append(name, 4_000_000, streamOf(bytes.subarray(4_000_000, 6_000_000)));
    expect(await there.append(name, 6_000_000, streamOf(bytes.subarray(6_000_000)))).toBe(bytes.length);
    expect(await there.lengthOf(name)).toBe(bytes.length);
    const whole = await there.completeParts(name, true);
    expect(whole).toMatchObject({ bytes: bytes.length, sha256: sha256(bytes) });
    await there.discard(whole);
    await there.dropParts(name);
    expect((await here.lengthOf(name)) ?? 0).toBe(0);
  });

  test('a sweep takes what nobody has, and leaves what is in use or has just come', async () => {
    const used = await keepIn(here, some(1000));
    const lost = await receiveAll(here, streamOf(some(1000)));
    await here.bring(lost, Buffer.from('small'));
    const name = randomUUID();
    await here.beginParts(name);
    await here.append(name, 0, streamOf(some(10)));
    const all = (await s3.keys()).length;
    await there.removeStale(new Date(Date.now() - 60_000));
    expect(await there.lengthOf(name)).toBe(10);
    expect(await s3.keys()).toHaveLength(all);
    await there.removeStale(inAnHour());
    expect((await there.lengthOf(name)) ?? 0).toBe(0);
    if (place === 's3')
      expect(await s3.keys()).toEqual([expect.stringContaining(used.sha256), 'pagecast-storage.json']);
    expect(await read(there, used)).toHaveLength(2000);
    expect((await Array.fromAsync(there.keptBefore(inAnHour()))).flat()).toEqual([used.sha256]);
  });

  test('the same file kept at one host while another removes it is there for who keeps it', async () => {
    const bytes = some(5000);
    const file = await keepIn(here, bytes);
    for (let round = 0; round < 5; round += 1) {
      // Nobody needs it: the sweep of one host takes it while its next owner brings it at the other.
      const received = await receiveAll(there, streamOf(bytes));
      const [brought] = await Promise.all([
        there.bring(received, null),
        removingMedia({ db: database.db, storage: here }).removeUnneeded([file.sha256]),
      ]);
      await database.db.transaction((trx) => there.keep(trx, brought));
      await there.letGo(brought);
      expect(await read(here, file)).toBe(bytes.toString('hex'));
    }
  });
});

describe('a bucket', () => {
  const troubleOf = (env: Record<string, string>) =>
    openMediaStore(settings({ DATA_DIR: folder(), ...env })).trouble(database.db);

  beforeEach(empty);

  test('that is not there, lets nobody in or belongs to another database is told in a sentence', async () => {
    expect(await troubleOf(s3.env)).toBeNull();
    expect(await troubleOf({ ...s3.env, S3_ACCESS_KEY_ID: 'WRONG' })).toMatchObject({
      kind: 'wrong',
      sentence: expect.stringContaining(`S3 doesn't let us into the bucket ${s3.env.S3_BUCKET}`),
    });
    expect(await troubleOf({ ...s3.env, S3_BUCKET: 'not-there' })).toMatchObject({
      kind: 'wrong',
      sentence: expect.stringContaining('There is no bucket not-there'),
    });
    await stored(database.db).mediaStore.change({ id: randomUUID() });
    expect(await troubleOf(s3.env)).toMatchObject({
      kind: 'wrong',
      sentence: expect.stringContaining('belongs to another Pagecast'),
    });
  });

  test('is rid of the parts of what a process that died had begun to send', async ({ skip }) => {
    const config = settings({ ...s3.env, DATA_DIR: folder() });
    skip((await s3.unfinished()) === null, 'This server does not tell what was begun: see S3_TEST_ENDPOINT.');
    const begun = openMediaStore(config).bucket?.putStream(
      'files/ab/begun',
      Readable.from(
        (async function* () {
          yield some(9_000_000);
          await expect.poll(() => s3.unfinished()).toHaveLength(1);
          s3.be('gone');
          yield some(9_000_000);
        })(),
      ),
    );
    await expect(begun).rejects.toThrow('file storage');
    s3.be('well');
    const storage = openMediaStore(config).over(database.db);
    await storage.removeStale(new Date(Date.now() - 60_000));
    expect(await s3.unfinished()).toHaveLength(1);
    await storage.removeStale(inAnHour());
    expect(await s3.unfinished()).toEqual([]);
  });

  test('that a process has not been told of keeps it from starting, and nothing there is taken for lost', async () => {
    const [store, other] = [settings({ ...s3.env, DATA_DIR: folder() }), settings({ DATA_DIR: folder() })].map(
      openMediaStore,
    );
    const file = await keepIn(store?.over(database.db) as MediaStorage, some(100));
    expect(await other?.trouble(database.db)).toMatchObject({
      kind: 'wrong',
      sentence: expect.stringContaining('Set S3_BUCKET'),
    });
    const blind = other?.over(database.db) as MediaStorage;
    await expect(blind.sourceOf(file).blob()).rejects.toMatchObject({ kind: 'transient' });
    await expect(blind.openKept(file)).rejects.toMatchObject({ status: 503 });
  });

  test('takes all files over from the disk and gives them back; a damaged one is named', async () => {
    const tables = stored(database.db);
    const owner = {
      user_id: (await buildUser(database.db)).userId,
      environment: ENVIRONMENTS[0],
      mime_type: 'video/mp4',
    };
    const need = ({ sha256: hash, bytes }: KeptFile) => tables.mediaFiles.add({ ...owner, sha256: hash, bytes });
    const onDisk = openMediaStore(settings({ DATA_DIR: folder() }));
    const DATA_DIR = path.dirname(path.dirname(onDisk.scratch));
    const files = [];
    for (const bytes of [some(50_000), some(60_000), some(70)])
      files.push(await keepIn(onDisk.over(database.db), bytes, Buffer.from('small')));
    for (const file of files) await need(file);
    const [first, second, damaged] = files as [KeptFile, KeptFile, KeptFile];
    fs.writeFileSync(onDisk.disk.pathOf(damaged.sha256), some(70));

    const both = openMediaStore(settings({ ...s3.env, DATA_DIR }));
    const storage = both.over(database.db);
    // It has files already: they stay where they are until somebody moves them.
    const before = await keepIn(storage, some(80));
    await need(before);
    expect(await s3.keys()).toEqual([]);
    expect(await moveFiles({ db: database.db, store: both }, 's3')).toEqual({
      copied: 3,
      already: 0,
      bytes: first.bytes + second.bytes + before.bytes,
      lost: [damaged.sha256],
    });
    expect(await moveFiles({ db: database.db, store: both }, 's3')).toMatchObject({ copied: 0, already: 3 });
    fs.rmSync(path.join(DATA_DIR, 'media'), { recursive: true });
    fs.rmSync(path.join(DATA_DIR, 'media-thumbnails'), { recursive: true });
    expect(sha256(Buffer.from(await read(storage, first), 'hex'))).toBe(first.sha256);
    expect(String(await storage.thumbnailOf(first.sha256))).toBe('small');
    await need(await keepIn(storage, some(90)));
    expect(fs.existsSync(path.join(DATA_DIR, 'media', first.sha256.slice(0, 2)))).toBe(false);

    expect(await moveFiles({ db: database.db, store: both }, 'disk')).toMatchObject({
      copied: 4,
      lost: [damaged.sha256],
    });
    s3.be('gone');
    expect(await onDisk.trouble(database.db)).toBeNull();
    expect(sha256(Buffer.from(await read(onDisk.over(database.db), second), 'hex'))).toBe(second.sha256);
    expect(String(await onDisk.over(database.db).thumbnailOf(first.sha256))).toBe('small');
    s3.be('well');
  });
});
