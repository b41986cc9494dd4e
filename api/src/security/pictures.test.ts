import { crc32 } from 'node:zlib';
import type { PageId } from '../contract/ids.ts';
import { beforeAll, expect, test } from 'vitest';
import { createPost, finishUpload, MEDIA_UPLOADS_PATH, uploadMedia } from '../contract/index.ts';
import { personWithPage } from '../testing/person-with-page.ts';
import { setUpApi } from '../testing/scene.ts';
import { bombFile, pngFile } from '../testing/media-files.ts';
import { photoFile } from '../testing/real-media.ts';
import { type Caller } from '../testing/test-api.ts';
import { SOMETHING } from '../testing/stored.ts';

const api = setUpApi();
let caller: Caller;
let pageRow: PageId;
beforeAll(async () => {
  ({ caller, pageRow } = await personWithPage(api));
});

const TUS = { 'tus-resumable': '1.0.0' };
const WAYS: Readonly<Record<string, (picture: Buffer) => Promise<{ status: number; message: string }>>> = {
  async 'in one request'(picture) {
    const answer = await caller.fetch(`${uploadMedia.path}?kind=image`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(picture),
    });
    return { status: answer.status, message: ((await answer.json()) as { message: string }).message };
  },
  async 'in parts'(picture) {
    const begun = await caller.fetch(MEDIA_UPLOADS_PATH, {
      method: 'POST',
      headers: { ...TUS, 'upload-length': String(picture.length) },
    });
    const address = begun.headers.get('location') ?? '';
    await caller.fetch(address, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(picture),
    });
    const { status, text } = await caller.call(finishUpload, {
      params: { id: address.split('/').at(-1) ?? '' },
      body: { kind: 'image' },
    });
    return { status, message: (JSON.parse(text) as { message: string }).message };
  },
  async 'in JSON'(picture) {
    const { status, text } = await caller.call(createPost, {
      body: {
        content: 'x',
        contentType: 'story',
        status: 'draft',
        isAiGenerated: false,
        facebookPageId: pageRow,
        mediaType: 'image',
        mediaData: `data:image/png;base64,${picture.toString('base64')}`,
      },
    });
    return { status, message: (JSON.parse(text) as { message: string }).message };
  },
};

/** Small files whose headers promise more than any memory holds. */
const HUGE: readonly (readonly [string, string, () => Promise<Buffer>])[] = [
  ['a PNG of zeros', '20000 × 20000', async () => bombFile()],
  [
    'a PNG without them',
    '20000 × 20000',
    async () => {
      const png = pngFile();
      png.writeUInt32BE(20_000, 16);
      png.writeUInt32BE(20_000, 20);
      png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
      return png;
    },
  ],
  [
    'a JPEG',
    '65500 × 65500',
    async () => {
      const jpeg = await photoFile();
      const size = jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5;
      jpeg.writeUInt16BE(65_500, size);
      jpeg.writeUInt16BE(65_500, size + 2);
      return jpeg;
    },
  ],
  [
    'a WebP',
    '16383 × 16383',
    async () => {
      const webp = await photoFile({ format: 'webp' });
      const size = webp.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3;
      webp.writeUInt16LE(16_383, size);
      webp.writeUInt16LE(16_383, size + 2);
      return webp;
    },
  ],
];

for (const [way, send] of Object.entries(WAYS)) {
  test.each(HUGE)(`%s of %s is refused by its header, sent ${way}, and leaves nothing`, async (_what, size, make) => {
    const before = process.memoryUsage.rss();
    const { status, message } = await send(await make());
    expect(message).toMatch(
      new RegExp(
        `^This image has [\\d,]+ megapixels \\(${size}\\)\\. The limit is 40\\. ` +
          `Make it smaller and choose it again\\.$`,
      ),
    );
    expect(status).toBe(400);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
    expect([
      await api.stored.mediaFiles.rows(),
      await api.stored.posts.rows(),
      await api.stored.mediaUploads.rows({ media_file_id: SOMETHING }),
    ]).toEqual([[], [], []]);
  });
}
