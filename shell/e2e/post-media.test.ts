import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { videoFile, photoFile, metadataOf } from '../../api/src/testing/real-media.ts';
import { findings } from './findings.ts';
import { enter, useProduct } from './journey.ts';
import { choosePage } from '../../scripts/testing/choose-page.ts';

const running = useProduct();
const folder = mkdtempSync(path.join(os.tmpdir(), 'pagecast-media-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Attachment {
  readonly alt_text?: string;
  readonly bytes: number;
}
interface OraclePost {
  readonly message: string;
  readonly kind: string;
  readonly is_published: boolean;
  readonly attachments: readonly Attachment[];
}

async function openMediaCenter(page: Page, content: string, type: string): Promise<string> {
  await enter(page.context(), running.product, 'manager');
  await page.goto(`${running.product.url}/media-center`);
  await page.getByRole('heading', { level: 1, name: 'Media Center' }).waitFor();
  const facebookPage = (await running.product.person('manager')).pages[0];
  if (facebookPage === undefined) throw new Error('The manager has no page');
  await choosePage(page, facebookPage.name);
  await page.getByLabel('Content').fill(content);
  await page.getByRole('radio', { name: type }).check();
  return facebookPage.id;
}
const files = (page: Page) => page.getByLabel(/^Choose/);
const oracle = async (pageId: string, content: string) =>
  ((await running.product.postsOf(pageId)) as unknown as OraclePost[]).filter(({ message }) => message === content);

/** A slow line: so many bytes a second. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 5,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

test('ten photos go out in their order, with their words and without what their camera told', async () => {
  const { page, complaints } = await running.visitor();
  const pageId = await openMediaCenter(page, 'Ten loaves', 'Image');
  const taken = await Promise.all(
    Array.from({ length: 10 }, async (_, seed) => ({
      name: `loaf ${seed + 1}.${seed % 2 === 0 ? 'jpg' : 'png'}`,
      mimeType: seed % 2 === 0 ? 'image/jpeg' : 'image/png',
      buffer: await photoFile({ seed, place: seed === 0, format: seed % 2 === 0 ? 'jpeg' : 'png' }),
    })),
  );
  await files(page).setInputFiles(taken);
  await expect.poll(() => page.getByText(/^Ready/).count()).toBe(10);
  await page.getByLabel('Alt text of image 3').fill('The best loaf');
  const row = (name: string) =>
    page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem').filter({ hasText: name });
  await row('loaf 3.jpg')
    .getByTitle('Drag to reorder')
    .dragTo(row('loaf 2.png'), { targetPosition: { x: 40, y: 4 } });
  await page.getByRole('button', { name: 'Move loaf 3.jpg earlier' }).click();
  expect(await findings(page)).toEqual([]);

  const stored = await Promise.all(
    Array.from({ length: 10 }, async (_, index) =>
      metadataOf(await (await page.request.get(`${running.product.url}/api/media/${index + 1}`)).body()),
    ),
  );
  expect(stored.filter(({ exif }) => exif !== undefined)).toEqual([]);
  // The one that was taken with the camera on its side stands upright.
  expect(stored.filter(({ width, height }) => width === 48 && height === 64)).toHaveLength(1);
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await page.getByText('Post published successfully!').waitFor();
  const [post, ...more] = await oracle(pageId, 'Ten loaves');
  expect([more.length, post?.kind, post?.is_published, post?.attachments.length]).toEqual([0, 'photo', true, 10]);
  expect(post?.attachments.map(({ alt_text: altText }) => altText)).toEqual([
    'The best loaf',
    ...Array.from({ length: 9 }, () => undefined),
  ]);
  expect(complaints).toEqual([]);
});

test('a story of an image shows for a day, without a word, and the history says until when', async () => {
  const { page, complaints } = await running.visitor();
  await enter(page.context(), running.product, 'manager');
  await page.goto(`${running.product.url}/media-center`);
  const facebookPage = (await running.product.person('manager')).pages[1];
  await choosePage(page, facebookPage?.name ?? '');
  await page.getByRole('radio', { name: 'Story' }).check();
  expect(await page.getByLabel('Content').count()).toBe(0);
  await files(page).setInputFiles({ name: 'oven.jpg', mimeType: 'image/jpeg', buffer: await photoFile({ seed: 7 }) });
  await page.getByText(/^Ready/).waitFor();
  await page.getByText(/Who can see this story: Public\. It shows for 24 hours\./).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await page.getByText('Story published successfully!').waitFor();
  const shown = await running.product.control<{ kind: string; is_published: boolean; is_over: boolean }[]>(
    `pages/${facebookPage?.id ?? ''}/stories`,
  );
  expect(shown).toMatchObject([{ kind: 'photo', is_published: true, is_over: false }]);

  await page.goto(`${running.product.url}/history`);
  await page.getByRole('listitem').filter({ hasText: 'Image story' }).getByRole('button', { name: /^View/ }).click();
  await page.getByRole('dialog').getByText(/Ends /).waitFor();
  expect(complaints).toEqual([]);
});

test('a reel whose upload was cut by a crash goes on where it stopped, plays, and goes out', async () => {
  const { page } = await running.visitor({ losesToasts: true });
  const pageId = await openMediaCenter(page, 'How we bake', 'Reel');
  await slowDown(page, 300_000);
  // Twenty seconds of it: on a busy machine, too, most is still to come when the process ends.
  const video = await videoFile({ padTo: 6_000_000 });
  await files(page).setInputFiles({ name: 'oven.mp4', mimeType: 'video/mp4', buffer: video });
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await expect
    .poll(() => page.getByLabel('Sent').evaluate((bar: HTMLProgressElement) => bar.value))
    .toBeGreaterThan(300_000);
  expect(
    await page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight, Math.round(video.duration)]),
  ).toEqual([1080, 1920, 4]);
  // What had arrived is not sent again.
  const resumed = page.waitForRequest(
    (request) => request.method() === 'PATCH' && Number(request.headers()['upload-offset']) > 0,
  );
  await running.product.crashApi(async () => slowDown(page, -1));
  await resumed;
  await page
    .getByText(/^(Publishing Post|Post published successfully!)$/)
    .first()
    .waitFor();
  await expect
    .poll(async () =>
      (await oracle(pageId, 'How we bake')).map((post) => [post.kind, post.is_published, post.attachments[0]?.bytes]),
    )
    .toEqual([['reel', true, video.length]]);
});

test('a large file cancelled half-way leaves nothing; no image or no reel says what to change', async () => {
  const { page } = await running.visitor({ width: 390, height: 844 });
  await openMediaCenter(page, 'Never', 'Video');
  const large = path.join(folder, 'large.mp4');
  writeFileSync(large, await videoFile());
  truncateSync(large, 200 * 1024 * 1024);
  await slowDown(page, 2_000_000);
  await files(page).setInputFiles(large);
  await expect
    .poll(() => page.getByLabel('Sent').evaluate((bar: HTMLProgressElement) => bar.value))
    .toBeGreaterThan(1_000_000);
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Cancel large.mp4' }).click();
  expect((await ended).status()).toBe(204);
  await slowDown(page, -1);

  await page.getByRole('radio', { name: 'Image' }).check();
  await files(page).setInputFiles({
    name: 'nice.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  });
  await page.getByText("This file isn't an image we can post.").waitFor();
  await page.getByRole('radio', { name: 'Reel' }).check();
  await files(page).setInputFiles({
    name: 'wide.mp4',
    mimeType: 'video/mp4',
    buffer: await videoFile({ width: 1280, height: 720, seconds: 2 }),
  });
  await page.getByText(/at least 3 seconds.*must be upright, 9:16/).waitFor();
  expect(await findings(page)).toEqual([]);
});

test('an example of oEmbed shows its embed, which reaches nothing of ours', async () => {
  const { page } = await running.visitor();
  await enter(page.context(), running.product, 'manager');
  await page.goto(`${running.product.url}/oembed-test`);
  await page.getByRole('heading', { level: 1, name: 'oEmbed Test' }).waitFor();
  await expect.poll(() => page.title()).toBe('oEmbed Test · Pagecast');
  expect(await page.getByRole('navigation').locator('[aria-current]').count()).toBe(0);
  await page.getByRole('button', { name: /kedaikopiseripagi/ }).click();
  await page.getByText('not provided').first().waitFor();
  const embed = page.frameLocator('iframe[title^="Embed of"]');
  await embed.locator('.fb-post iframe').waitFor();
  await expect
    .poll(() => page.locator('iframe[title^="Embed of"]').evaluate((frame) => frame.clientHeight))
    .toBeGreaterThan(300);
  expect(
    await embed.locator('body').evaluate((body) => {
      try {
        return `${body.ownerDocument.cookie}${String(parent.document.title)}`;
      } catch (error) {
        return (error as Error).name;
      }
    }),
  ).toBe('SecurityError');
  expect(await findings(page)).toEqual([]);
});

test('an image of the library is found, cropped, posted, and says where it is used before it goes', async () => {
  const { page, complaints } = await running.visitor();
  await enter(page.context(), running.product, 'manager');
  const open = async (address: string, heading: string | RegExp) => {
    await page.goto(running.product.url + address);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const tiles = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await open('/media-library', 'Media Library');
  await page.getByLabel('Files for your library').setInputFiles([
    {
      name: 'market stall.jpg',
      mimeType: 'image/jpeg',
      buffer: await photoFile({ seed: 41, width: 600, height: 600 }),
    },
    { name: 'stall at noon.webm', mimeType: 'video/webm', buffer: await recorded(page) },
  ]);
  await expect.poll(() => tiles.count()).toBeGreaterThanOrEqual(2);
  await page.getByLabel(/^Search by name/).fill('stall');
  await expect.poll(() => tiles.count()).toBe(2);
  // Both are shown small; that of the video was drawn by this browser.
  await expect
    .poll(() =>
      tiles.locator('img').evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBe(2);

  await tiles.filter({ hasText: 'market stall.jpg' }).getByRole('link').click();
  await page.getByLabel('Alt text').fill('A stall with kaya');
  await press('Save');
  await press('Crop');
  await page.getByRole('radio', { name: 'Wide 1.91:1' }).check();
  await page.getByRole('slider', { name: 'Top to bottom' }).press('End');
  expect(await findings(page)).toEqual([]);
  await press('Save crop');
  await page.getByText(/600 × 314 · .* · cropped/).waitFor();

  await open('/content-generator', /^Create content/);
  const facebookPage = (await running.product.person('manager')).pages[0];
  await choosePage(page, facebookPage?.name ?? '');
  await page.getByRole('tab', { name: 'Manual Input' }).click();
  await page.getByLabel('Your content').fill('Come to the stall');
  await press('Images');
  await press('Choose from library');
  await page.getByLabel('Search your images').fill('stall');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /market stall/ })
    .first()
    .click();
  await press(/^Add image$/);
  await press('Publish Now');
  await page.getByText('Published to Facebook').first().waitFor();
  await expect.poll(() => oracle(facebookPage?.id ?? '', 'Come to the stall')).toMatchObject([{ kind: 'photo' }]);

  await open('/media-library?text=stall&kind=image', 'Media Library');
  await tiles.filter({ hasText: 'In 1 post' }).getByRole('link').click();
  const uses = page.getByRole('region', { name: 'Used in' }).getByRole('listitem');
  await uses.filter({ hasText: 'Published' }).getByRole('link', { name: 'Come to the stall' }).waitFor();
  await press('Delete');
  const question = page.getByRole('alertdialog');
  await question.getByText(/^It's used in 1 published post.*It stays on Facebook/).waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => tiles.count()).toBe(1);
  expect(complaints).toEqual([]);
});

/** A film that this browser has made itself, and so can show. */
async function recorded(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
    const pen = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const ended = new Promise((resolve) => {
      recorder.addEventListener('stop', resolve);
    });
    recorder.start();
    for (let frame = 0; frame < 30; frame += 1) {
      pen.fillStyle = `hsl(${frame * 12} 80% 50%)`;
      pen.fillRect(0, 0, 320, 240);
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}
