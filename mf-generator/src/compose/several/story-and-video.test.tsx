import { createComposition, finishUpload, listPageGroups, uploadMedia, type MediaFile } from '@pagecast/api/contract';
import { answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { open, writeByHand } from '../compose-testing.tsx';

type Options = Record<string, ((...of: unknown[]) => void) | undefined>;

/** The protocol's client, up to where it meets the server. */
const tus = vi.hoisted(() => ({ uploads: [] as { options: Options; aborted: unknown[]; starts: number }[] }));
vi.mock('tus-js-client', () => ({
  Upload: class {
    url = '/api/media/uploads/00000000-0000-4000-8000-000000000001';
    aborted: unknown[] = [];
    starts = 0;
    options: Options;
    constructor(_: File, options: Options) {
      this.options = options;
      tus.uploads.push(this);
    }
    findPreviousUploads = () => Promise.resolve([]);
    start() {
      this.starts += 1;
    }
    abort(isForGood?: boolean) {
      this.aborted.push(isForGood);
      return Promise.resolve();
    }
  },
}));
beforeEach(() => {
  tus.uploads.length = 0;
});

const made = answer(createComposition, { id: 5, content: '', createdAt: '2026-11-21T08:00:00.000Z', posts: [] });
const stored = (change: Partial<MediaFile> = {}): MediaFile => ({
  id: 71,
  mimeType: 'video/mp4',
  bytes: 900,
  width: 1080,
  height: 1920,
  durationSeconds: 4,
  altText: null,
  name: 'oven.mp4',
  ...change,
});
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
const asStory = () => screen.queryByRole('checkbox', { name: /^Publish as a story/ });
const sent = (calls: Awaited<ReturnType<typeof open>>['calls']) =>
  calls.filter(({ path }) => path === createComposition.path).map(({ body }) => body);

/** Both pages are chosen, and a text is there. */
async function begin(...answers: Parameters<typeof open>) {
  const opened = await open(answer(listPageGroups, []), made, ...answers);
  await writeByHand('Fresh bread.');
  await userEvent.click(screen.getByRole('button', { name: 'Choose several pages' }));
  await userEvent.click(await screen.findByRole('button', { name: 'All 2 pages' }));
  return opened;
}

async function addVideo() {
  const file = new File(['xxxxx'], 'oven.mp4', { type: 'video/mp4' });
  await userEvent.upload(screen.getByLabelText('File for Video'), file);
  await waitFor(() => expect(tus.uploads.at(-1)?.starts).toBe(1));
  return tus.uploads.at(-1)?.options ?? {};
}

test('a new video is uploaded here, holds the post back until it is there, and goes to every page', async () => {
  const { calls, toasts } = await begin(answer(finishUpload, stored({ width: 1920, height: 1080 })));
  const upload = await addVideo();
  upload['onProgress']?.(3);
  expect((await screen.findByLabelText<HTMLProgressElement>('Uploaded')).value).toBe(3);
  expect(screen.queryByRole('button', { name: 'Add images' })).toBeNull();
  await publish();
  expect(toasts.at(-1)?.title).toBe('Still Uploading');
  upload['onSuccess']?.();
  await screen.findByRole('group', { name: 'Video' });
  // Too wide for one.
  expect(asStory()).toBeNull();
  await publish();
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Post'));
  expect(sent(calls)).toMatchObject([{ content: 'Fresh bread.', mediaType: 'video', media: [{ id: 71 }] }]);
});

test('a video that is cancelled is taken away, and the files can be chosen anew', async () => {
  await begin();
  await addVideo();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(tus.uploads[0]?.aborted).toEqual([true]);
  expect(screen.getByRole('button', { name: 'Add video' })).toBeDefined();
});

test('a story is offered for one upright video, shows no text, and keeps what was written for a post', async () => {
  const { calls, toasts } = await begin(answer(finishUpload, stored()));
  (await addVideo())['onSuccess']?.();
  await waitFor(() => expect(asStory()).not.toBeNull());
  await userEvent.click(asStory() as HTMLElement);
  expect(screen.getByText(/shown for 24 hours\. It shows no text\. Your text is kept here/)).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Your content' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Write its own text' })).toBeNull();
  expect(screen.getByText('Publishes a story to 2 pages right away.')).toBeDefined();
  await within(screen.getByRole('region', { name: 'Preview' })).findByLabelText('Video of this story');
  await publish();
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Story'));
  expect(sent(calls)).toMatchObject([
    { placement: 'story', mediaType: 'video', media: [{ id: 71 }], pages: [{ facebookPageId: 7 }, {}] },
  ]);
  expect(sent(calls)[0]).not.toHaveProperty('content');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('Fresh bread.');
});

test('a story is not offered for two images, or where a page has two of its own', async () => {
  let id = 80;
  await begin(answer(uploadMedia, () => stored({ id: (id += 1), mimeType: 'image/png', durationSeconds: null })));
  const add = (label: string) =>
    userEvent.upload(screen.getByLabelText(`Files for ${label}`), new File(['x'], 'a.png', { type: 'image/png' }));
  await add('Images');
  await waitFor(() => expect(asStory()).not.toBeNull());
  await userEvent.click(asStory() as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Choose its own images' }));
  await add('Images for Corner Bakery');
  await waitFor(() => expect(asStory()).toBeNull());
  expect(screen.getByText('Publishes to 2 pages right away.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Use the common images' }));
  expect(screen.getByText('Publishes a story to 2 pages right away.')).toBeDefined();
  await add('Images');
  await waitFor(() => expect(asStory()).toBeNull());
});
