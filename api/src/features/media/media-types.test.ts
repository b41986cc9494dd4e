import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pngFile } from '../../testing/media-files.ts';
import { videoFile } from '../../testing/real-media.ts';
import { typeOf } from './media-types.ts';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'types-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function kept(bytes: Buffer): string {
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, bytes);
  return file;
}

const VIDEO = await videoFile({ seconds: 1 });
/** Of the family of MP4, which tells its members apart by four letters. */
const branded = (brand: string) => Buffer.concat([VIDEO.subarray(0, 8), Buffer.from(brand), VIDEO.subarray(12)]);
const WORDS = Buffer.from('<!doctype html><script>alert(1)</script>');

describe('a file is what its first bytes show', () => {
  test.each([
    ['image', pngFile(), 'image/png'],
    ['image', branded('heic'), 'image/heic'],
    ['video', VIDEO, 'video/mp4'],
    ['video', branded('3gp4'), 'video/3gpp'],
    ['video', branded('qt  '), 'video/quicktime'],
    ['reel', branded('M4V '), 'video/x-m4v'],
  ] as const)('for %s', async (kind, bytes, mimeType) => {
    expect(await typeOf(kind, kept(bytes))).toEqual({ kind, mimeType });
  });

  test('and tells its kind where nobody says it', async () => {
    expect(await typeOf(null, kept(pngFile()))).toEqual({ kind: 'image', mimeType: 'image/png' });
    expect(await typeOf(null, kept(VIDEO))).toEqual({ kind: 'video', mimeType: 'video/mp4' });
  });
});

describe('a file that cannot be posted is told what to choose', () => {
  test.each([
    ['image', WORDS, /^This file isn't an image we can post/],
    ['image', VIDEO, /^This file isn't an image/],
    ['video', pngFile(), /^This file isn't a video/],
    ['reel', branded('qt  '), /^This file isn't an MP4 video/],
    [null, WORDS, /^This file is neither an image nor a video/],
    ['video', branded('heic'), /^This file isn't a video/],
  ] as const)('for %s', async (kind, bytes, sentence) => {
    await expect(typeOf(kind, kept(bytes))).rejects.toThrow(sentence);
  });
});
