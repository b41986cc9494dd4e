import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENVIRONMENTS } from '../../contract/common.ts';
import type { Owner } from '../../db/owner.ts';
import { buildUser } from '../../testing/builders.ts';
import { pngFile } from '../../testing/media-files.ts';
import { freshDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { diskStorage } from './disk-storage.ts';
import type { Picture } from './drawing.ts';
import type { MediaStorage } from './media-storage.ts';
import { mediaService } from './media.service.ts';
import { uploadsRepository } from './uploads.repository.ts';
import { stored } from '../../testing/stored.ts';
import { idleTransactions } from '../../testing/database-state.ts';

let database: TestDatabase;
let folder: string;
let storage: MediaStorage;
beforeAll(async () => {
  database = await freshDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'drawing-'));
  storage = diskStorage(folder);
});
afterAll(async () => {
  await database.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const ownerOf = async (): Promise<Owner> => ({
  userId: (await buildUser(database.db)).userId,
  environment: ENVIRONMENTS[0],
});

/** A hand that draws a picture only when it is told to. */
function slowHand() {
  const waiting: ((picture: Picture) => void)[] = [];
  let drawn = 0;
  return {
    draw: () =>
      new Promise<Picture>((resolve) => {
        waiting.push(resolve);
      }),
    atWork: () => waiting.length,
    drawOne() {
      drawn += 1;
      waiting.shift()?.({
        data: pngFile(drawn),
        mimeType: 'image/png',
        width: 1,
        height: 1,
        thumbnail: null,
        hasAiLabel: false,
      });
    },
  };
}

async function wholeUpload(owner: Owner, id: string): Promise<void> {
  const bytes = pngFile();
  await storage.beginParts(id);
  await uploadsRepository(database.db).add(owner, { id, bytes: bytes.length, name: null });
  await uploadsRepository(database.db).noteWriter(owner, id, storage.writer);
  await storage.append(id, 0, Readable.from([bytes]));
}

test("of one person's thirty images two are drawn at a time; another's is drawn at once", async () => {
  const hand = slowHand();
  const media = mediaService({ db: database.db, storage, draw: hand.draw });
  const [busy, other] = [await ownerOf(), await ownerOf()];
  const refused: number[] = [];
  const all = Array.from({ length: 30 }, () =>
    media.store(busy, 'image', Readable.from([pngFile()])).then(
      () => 'kept',
      (error: { status: number }) => {
        refused.push(error.status);
      },
    ),
  );
  await expect.poll(hand.atWork).toBe(2);
  // All thirty have come by then.
  await expect.poll(() => refused).toEqual(Array.from({ length: 8 }, () => 429));
  const quick = media.store(other, 'image', Readable.from([pngFile()]));
  await expect.poll(hand.atWork).toBe(3);
  const timer = setInterval(() => {
    expect(hand.atWork()).toBeLessThanOrEqual(3);
    hand.drawOne();
  }, 1);
  expect((await quick).mimeType).toBe('image/png');
  const ends = await Promise.all(all);
  clearInterval(timer);
  expect([ends.filter((end) => end === 'kept').length, refused.length]).toEqual([22, 8]);
});

test('while a picture is drawn, no transaction is open, and a second call for it gives the same file', async () => {
  const hand = slowHand();
  const media = mediaService({ db: database.db, storage, draw: hand.draw });
  const owner = await ownerOf();
  const id = 'b2f7a3de-0b6c-4a55-9a0b-7a3c1d9e4f10';
  await wholeUpload(owner, id);
  const both = [media.finishUpload(owner, id, 'image'), media.finishUpload(owner, id, 'image')];
  await expect.poll(hand.atWork).toBe(2);
  expect(await idleTransactions(database.db)).toBe(0);
  hand.drawOne();
  hand.drawOne();
  const [first, second] = await Promise.all(both);
  expect(second?.id).toBe(first?.id);
  expect(await stored(database.db).mediaFiles.values('id', { user_id: owner.userId })).toEqual([first?.id]);
  expect(await storage.lengthOf(id)).toBeNull();
});
