// @vitest-environment jsdom
import {
  createPost,
  deletePost,
  finishUpload,
  listLibrary,
  listPages,
  publishMediaPost,
  readStatus,
} from '@pagecast/api/contract';
import { announce, hear } from '@pagecast/shell/kit';
import { answer, buildPage, buildPost, chooseIn, Refusal, renderScreen, someUser } from '@pagecast/shell/kit/testing';
import type { Answer } from '@pagecast/shell/kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildLibrary, buildLibraryFile } from '../library/build-library-file.ts';
import { buildMediaFile } from './build-media-file.ts';
import { MediaCenterScreen } from './media-center-screen.tsx';

/** Uploads as the protocol's client sees them: a test says what becomes of each. */
const tus = vi.hoisted(() => ({
  uploads: [] as {
    file: File;
    options: Record<string, (...given: unknown[]) => void>;
    starts: number;
    aborted: (boolean | undefined)[];
    url: string;
  }[],
}));
vi.mock('tus-js-client', () => ({
  Upload: class {
    file: File;
    options: Record<string, (...given: unknown[]) => void>;
    starts = 0;
    aborted: (boolean | undefined)[] = [];
    url = '';
    constructor(file: File, options: Record<string, (...given: unknown[]) => void>) {
      this.file = file;
      this.options = options;
      this.url = `/api/media/uploads/00000000-0000-4000-8000-00000000000${tus.uploads.push(this)}`;
    }
    findPreviousUploads = async () => [];
    start = () => {
      this.starts += 1;
    };
    abort = async (terminate?: boolean) => {
      this.aborted.push(terminate);
    };
  },
}));

const user = userEvent.setup({ applyAccept: false });
const file = (name: string, type: string, bytes = 1000) =>
  Object.defineProperty(new File(['x'], name, { type }), 'size', { value: bytes });
const pages = answer(listPages, [buildPage(), buildPage({ id: 8, name: 'Night Diner' })]);
const finished = answer(finishUpload, ({ params }) => buildMediaFile(Number(params.id.at(-1)) + 70));

beforeEach(() => {
  tus.uploads.length = 0;
  sessionStorage.clear();
  URL.createObjectURL = (given) => `blob:${(given as File).name}`;
  URL.revokeObjectURL = () => {};
});

function show(...routes: Answer[]) {
  return renderScreen(MediaCenterScreen, {
    path: '/media-center',
    user: { ...someUser, timeZone: 'Asia/Kuala_Lumpur' },
    routes: [pages, finished, ...routes],
  });
}
async function fill({ type = 'Text Only', content = 'Fresh bread' } = {}) {
  await chooseIn(await screen.findByLabelText('Facebook page'), 'Corner Bakery');
  if (content !== '') await user.type(screen.getByLabelText('Content'), content);
  await user.click(screen.getByRole('radio', { name: type }));
}
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText(/^Choose/), { target: { files } });
const press = (name: string) => user.click(screen.getByRole('button', { name }));
async function arrive(index = 0) {
  await waitFor(() => expect(tus.uploads[index]).toBeDefined());
  tus.uploads[index]?.options['onSuccess']?.();
}

test('the only page is chosen by itself', async () => {
  const { calls } = show(
    answer(listPages, [buildPage(), buildPage({ id: 8, isConnected: false })]),
    answer(publishMediaPost, buildPost()),
  );
  expect((await screen.findByLabelText('Facebook page')).textContent).toBe('Corner Bakery');
  await user.type(screen.getByLabelText('Content'), 'Fresh bread');
  await press('Publish Now');
  await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ pageId: 7 }));
});

test('without a connection nothing is sent, the post stays, and that is said', async () => {
  const { toasts, calls } = show();
  await fill();
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await press('Publish Now');
  line.mockRestore();
  expect(toasts).toEqual([
    {
      tone: 'destructive',
      title: "You're Offline",
      description: "Nothing was sent, and your post is kept here. Press Publish Now again when you're back online.",
    },
  ]);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Content').value).toBe('Fresh bread');
});

describe('what is missing is said before anything is sent', () => {
  test('page, content, file, date and time, and a time that is over', async () => {
    const { toasts, calls } = show();
    await screen.findByLabelText('Facebook page');
    const toastAfter = async (button: string) => {
      await press(button);
      return toasts.at(-1);
    };
    expect(await toastAfter('Publish Now')).toEqual({ tone: 'destructive', title: 'Please select a Facebook page' });
    await chooseIn(screen.getByLabelText('Facebook page'), 'Corner Bakery');
    expect((await toastAfter('Publish Now'))?.title).toBe('Please enter content for your post');
    expect(document.activeElement).toBe(screen.getByLabelText('Content'));
    await user.type(screen.getByLabelText('Content'), 'Fresh bread');
    await user.click(screen.getByRole('radio', { name: 'Image' }));
    expect((await toastAfter('Publish Now'))?.title).toBe('Please select a media file');
    await user.click(screen.getByRole('radio', { name: 'Text Only' }));
    await user.click(screen.getByRole('switch', { name: 'Schedule for later' }));
    expect((await toastAfter('Schedule Post'))?.title).toBe('Please select both date and time for scheduling');
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2020-01-01' } });
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '09:00' } });
    expect((await toastAfter('Schedule Post'))?.title).toBe('Scheduled time must be in the future');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('both ways out', () => {
  test('publishing at once goes through the test endpoint, and the form is empty again but for its page', async () => {
    const { toasts, calls } = show(answer(publishMediaPost, buildPost({ status: 'published' })));
    await fill();
    await press('Publish Now');
    await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Post published successfully!' }]));
    expect(calls.find(({ path }) => path === publishMediaPost.path)?.body).toEqual({
      content: 'Fresh bread',
      pageId: 7,
      mediaData: null,
      mediaType: 'text',
      isReel: false,
    });
    expect(screen.getByLabelText<HTMLTextAreaElement>('Content').value).toBe('');
    expect(screen.getByLabelText('Facebook page').textContent).toBe('Corner Bakery');
  });

  test('a schedule saves the post as promotional and professional, and tells its time', async () => {
    const { toasts, calls } = show(answer(createPost, buildPost({ status: 'scheduled' })));
    await fill();
    await user.click(screen.getByRole('switch', { name: 'Schedule for later' }));
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2099-01-05' } });
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '09:00' } });
    await press('Schedule Post');
    await waitFor(() => expect(toasts[0]?.title).toMatch(/^Post scheduled successfully for .*5 Jan.*9:00/));
    expect(calls.find(({ path }) => path === createPost.path)?.body).toEqual({
      content: 'Fresh bread',
      mediaData: null,
      mediaType: 'text',
      isReel: false,
      contentType: 'promotional',
      tone: 'professional',
      facebookPageId: 7,
      status: 'scheduled',
      scheduledAt: '2099-01-05T01:00:00.000Z',
    });
  });

  test('what is written while a post goes out is the next one, and stays', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    const { toasts, calls } = show(
      answer(publishMediaPost, () => promise.then(() => buildPost({ status: 'published' }))),
    );
    await fill({ type: 'Image', content: 'First' });
    choose(file('bread.jpg', 'image/jpeg'));
    await arrive();
    await screen.findByText(/^Ready/);
    await press('Publish Now');
    await waitFor(() => expect(calls.some(({ path }) => path === publishMediaPost.path)).toBe(true));
    fireEvent.change(screen.getByLabelText('Content'), { target: { value: 'Second' } });
    choose(file('jam.jpg', 'image/jpeg'));
    await arrive(1);
    await waitFor(() => expect(screen.getAllByText(/^Ready/)).toHaveLength(2));
    resolve(null);
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Content').value).toBe('Second');
    expect(screen.getAllByText(/^Ready/)).toHaveLength(1);
  });

  test.each(['before', 'after'])('what went out is gone for who comes back %s the answer', async (moment) => {
    const { promise, resolve } = Promise.withResolvers<null>();
    const { toasts, calls, unmount } = show(
      answer(publishMediaPost, () => promise.then(() => buildPost({ status: 'published' }))),
    );
    await fill();
    await press('Publish Now');
    await waitFor(() => expect(calls.some(({ path }) => path === publishMediaPost.path)).toBe(true));
    unmount();
    if (moment === 'before') show();
    resolve(null);
    await waitFor(() => expect(toasts).toHaveLength(1));
    if (moment === 'after') show();
    const content = await screen.findByLabelText<HTMLTextAreaElement>('Content');
    await waitFor(() => expect(content.value).toBe(''));
  });

  test('a failure keeps everything, says why, and the next try takes the place of the draft it left', async () => {
    let tries = 0;
    const routes = [
      answer(publishMediaPost, () => {
        tries += 1;
        return tries === 1
          ? new Refusal(422, { message: 'Facebook says no.', code: 'refused', postId: 9 })
          : buildPost({ status: 'published' });
      }),
      answer(deletePost, { success: true }),
    ];
    const { toasts, unmount } = show(...routes);
    await fill();
    await press('Publish Now');
    await waitFor(() =>
      expect(toasts).toEqual([{ tone: 'destructive', title: 'Test post failed', description: 'Facebook says no.' }]),
    );
    unmount();
    const { calls } = show(...routes);
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Content')).value).toBe('Fresh bread');
    await press('Publish Now');
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'DELETE')).toMatchObject([{ params: { id: '9' } }]),
    );
  });

  test('what Facebook is still working on is not called published', async () => {
    const { toasts } = show(
      answer(
        publishMediaPost,
        buildPost({
          status: 'publishing',
          problem: { code: 'processing', message: 'Facebook has the video and is working on it.', action: null },
        }),
      ),
    );
    await fill();
    await press('Publish Now');
    await waitFor(() =>
      expect(toasts[0]).toMatchObject({
        title: 'Publishing Post',
        description: expect.stringContaining('working on it'),
      }),
    );
  });
});

describe('files', () => {
  test('are offered by their type, and go when the type is switched', async () => {
    show();
    await fill({ type: 'Image' });
    expect(screen.getByLabelText(/^Choose/).getAttribute('accept')).toBe('image/*');
    choose(file('bread.jpg', 'image/jpeg'));
    expect(await screen.findByText('bread.jpg')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'Reel' }));
    expect(screen.queryByText('bread.jpg')).toBeNull();
    expect(screen.getByLabelText(/^Choose/).getAttribute('accept')).toBe('video/*');
    await waitFor(() => expect(tus.uploads[0]?.aborted).toEqual([true]));
  });

  test('several photos are sent in the order chosen, with their words', async () => {
    const { calls } = show(answer(publishMediaPost, buildPost({ status: 'published' })));
    await fill({ type: 'Image' });
    choose(file('one.jpg', 'image/jpeg'), file('two.jpg', 'image/jpeg'));
    await arrive(0);
    await arrive(1);
    await waitFor(() => expect(screen.getAllByText(/^Ready/)).toHaveLength(2));
    await user.type(screen.getByLabelText('Alt text of image 2'), 'A loaf');
    await press('Move two.jpg earlier');
    await press('Publish Now');
    await waitFor(() =>
      expect(calls.find(({ path }) => path === publishMediaPost.path)?.body).toMatchObject({
        mediaType: 'image',
        mediaData: [
          { id: 72, altText: 'A loaf' },
          { id: 71, altText: null },
        ],
      }),
    );
  });

  test('of pictures are seen as they will be posted, once they are there', async () => {
    show();
    await fill({ type: 'Image' });
    choose(file('bread.heic', 'image/heic'));
    const pictures = () =>
      [...document.querySelectorAll('img')]
        .map((image) => image.getAttribute('src'))
        .filter((src) => src?.endsWith('/picture') !== true);
    await waitFor(() => expect(pictures()).toEqual(['blob:bread.heic', 'blob:bread.heic']));
    // The browser cannot read it.
    for (const image of document.querySelectorAll('img[src^="blob:"]')) fireEvent.error(image);
    expect(pictures()).toEqual([]);
    expect(screen.getByRole('img', { name: 'Image of this post' })).toBeDefined();
    await arrive();
    await waitFor(() => expect(pictures()).toEqual(['/api/media/71', '/api/media/71']));
  });

  test('keep the label of an AI, and the preview says so', async () => {
    show(answer(finishUpload, { ...buildMediaFile(71), hasAiLabel: true }));
    await fill({ type: 'Image' });
    choose(file('oven.jpg', 'image/jpeg'));
    expect(screen.queryByText(/AI label/)).toBeNull();
    await arrive();
    expect(await screen.findByText(/^AI label kept\./)).toBeDefined();
  });

  test('a single file is sent by its id', async () => {
    const { calls } = show(answer(publishMediaPost, buildPost({ status: 'published' })));
    await fill({ type: 'Reel' });
    choose(file('oven.mp4', 'video/mp4'));
    await arrive();
    await screen.findByText(/^Ready/);
    expect(screen.getByText(/^Publishes to .* right away\. Who can see this reel: Public\.$/)).toBeDefined();
    await press('Publish Now');
    await waitFor(() =>
      expect(calls.find(({ path }) => path === publishMediaPost.path)?.body).toMatchObject({
        mediaType: 'reel',
        isReel: true,
        mediaData: '71',
      }),
    );
  });

  test('that are still on their way keep the post waiting, with progress and a way back', async () => {
    const { calls } = show(answer(publishMediaPost, buildPost({ status: 'published' })));
    await fill({ type: 'Video' });
    choose(file('oven.mp4', 'video/mp4', 4000));
    await waitFor(() => expect(tus.uploads[0]?.starts).toBe(1));
    tus.uploads[0]?.options['onProgress']?.(1000, 4000);
    await press('Publish Now');
    expect(await screen.findByText('25 %')).toBeDefined();
    await press('Cancel');
    expect(screen.getByRole('button', { name: 'Publish Now' })).toBeDefined();
    await press('Publish Now');
    await arrive();
    await waitFor(() => expect(calls.some(({ path }) => path === publishMediaPost.path)).toBe(true));
  });

  test('that are still on their way are asked for before the page goes', async () => {
    show();
    await fill({ type: 'Video' });
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isAsked()).toBe(false);
    choose(file('oven.mp4', 'video/mp4'));
    await waitFor(() => expect(isAsked()).toBe(true));
    await arrive();
    await screen.findByText(/^Ready/);
    // Who asks goes once the screen stands.
    await waitFor(() => expect(isAsked()).toBe(false));
  });

  test('stop, go on where they stopped, and go on by themselves once there is a line again', async () => {
    show();
    await fill({ type: 'Video' });
    choose(file('oven.mp4', 'video/mp4', 4 * 1024 * 1024));
    await waitFor(() => expect(tus.uploads[0]?.starts).toBe(1));
    tus.uploads[0]?.options['onProgress']?.(1024 * 1024, 4 * 1024 * 1024);
    expect(await screen.findByText('1 MB of 4 MB')).toBeDefined();
    await press('Stop uploading oven.mp4');
    await press('Resume');
    expect(tus.uploads[0]?.starts).toBe(2);
    tus.uploads[0]?.options['onError']?.(Object.assign(new Error('lost'), { originalResponse: null }));
    expect(await screen.findByText(/Connection lost/)).toBeDefined();
    // What stands on the screen may not listen yet.
    await act(async () => {});
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(tus.uploads[0]?.starts).toBe(3));
  });

  test('stop when the session ends, bring up the login, and go on after it', async () => {
    show();
    const asked = vi.fn();
    const stop = hear('ended', asked);
    await fill({ type: 'Video' });
    choose(file('oven.mp4', 'video/mp4', 4000));
    await waitFor(() => expect(tus.uploads[0]?.starts).toBe(1));
    tus.uploads[0]?.options['onError']?.(
      Object.assign(new Error('401'), { originalResponse: { getStatus: () => 401 } }),
    );
    expect(await screen.findByText(/Log in again/)).toBeDefined();
    expect(asked).toHaveBeenCalledOnce();
    // What stands on the screen may not listen yet.
    await act(async () => {});
    announce('back');
    await waitFor(() => expect(tus.uploads[0]?.starts).toBe(2));
    stop();
  });

  test('whose line is cut keep the post waiting, and it goes out once they are there', async () => {
    const { calls } = show(answer(publishMediaPost, buildPost({ status: 'published' })));
    await fill({ type: 'Video' });
    choose(file('oven.mp4', 'video/mp4', 4000));
    await waitFor(() => expect(tus.uploads[0]?.starts).toBe(1));
    await press('Publish Now');
    tus.uploads[0]?.options['onError']?.(Object.assign(new Error('lost'), { originalResponse: null }));
    expect(await screen.findByText(/Connection lost/)).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'Upload' })).toBeDefined();
    window.dispatchEvent(new Event('online'));
    await arrive();
    await waitFor(() => expect(calls.some(({ path }) => path === publishMediaPost.path)).toBe(true));
  });

  test('that can be read no more are told from a line that was cut', async () => {
    show();
    await fill({ type: 'Video' });
    const gone = file('oven.mp4', 'video/mp4', 4000);
    gone.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) });
    choose(gone);
    await waitFor(() => expect(tus.uploads[0]?.starts).toBe(1));
    tus.uploads[0]?.options['onShouldRetry']?.(Object.assign(new Error('lost'), { originalResponse: null }), 1);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^We can't read this file/);
  });

  test('that the server refuses say what to change, and the post does not go out with them', async () => {
    const { toasts } = show(
      answer(finishUpload, new Refusal(400, { message: 'The video is 2 seconds long.', code: 'invalid_input' })),
    );
    await fill({ type: 'Reel' });
    choose(file('short.mp4', 'video/mp4'));
    await arrive();
    expect((await screen.findByRole('alert')).textContent).toBe('The video is 2 seconds long.');
    await press('Publish Now');
    expect(toasts.at(-1)).toEqual({ tone: 'destructive', title: "Resume or remove the file that isn't ready" });
    await press('Remove short.mp4');
    expect(tus.uploads[0]?.aborted).toEqual([]);
  });

  test.each([
    ['too large', file('big.jpg', 'image/jpeg', 11 * 1024 * 1024), /larger than 10 MB/],
    ['a video among pictures', file('oven.mp4', 'video/mp4'), /isn't an image/],
    ['empty', file('none.jpg', 'image/jpeg', 0), /empty/],
  ] as const)('%s is told before a byte is sent', async (_name, given, words) => {
    show();
    await fill({ type: 'Image' });
    choose(given);
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(tus.uploads).toEqual([]);
  });

  test('the eleventh photo is left out, and said to be', async () => {
    const { toasts } = show();
    await fill({ type: 'Image' });
    choose(...Array.from({ length: 11 }, (_, index) => file(`${index}.jpg`, 'image/jpeg')));
    expect(within(await screen.findByRole('list', { name: 'Chosen files' })).getAllByRole('listitem')).toHaveLength(10);
    expect(toasts.at(-1)?.title).toBe('A post can have at most 10 images. We left out the others.');
  });

  test('pasted on a text make it a picture', async () => {
    show();
    await fill();
    fireEvent.paste(screen.getByLabelText('Content'), { clipboardData: { files: [file('pasted.png', 'image/png')] } });
    expect(await screen.findByText('pasted.png')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Image' }).checked).toBe(true);
  });

  test("that can be nothing are told, and take no other's place", async () => {
    const { toasts } = show();
    await fill();
    const paste = (given: File) =>
      fireEvent.paste(screen.getByLabelText('Content'), { clipboardData: { files: [given] } });
    paste(file('words.pdf', 'application/pdf'));
    expect(toasts.at(-1)?.title).toBe('This is neither an image nor a video.');
    paste(file('oven.mp4', 'video/mp4'));
    expect(await screen.findByText('oven.mp4')).toBeDefined();
    paste(file('bread.jpg', 'image/jpeg'));
    expect(toasts.at(-1)?.title).toMatch(/^This isn't a video/);
    expect(screen.getByText('oven.mp4')).toBeDefined();
  });

  test('and words outlive a look at another screen', async () => {
    const { unmount } = show();
    await fill({ type: 'Image', content: 'Kept' });
    choose(file('bread.jpg', 'image/jpeg'));
    await arrive();
    await screen.findByText(/^Ready/);
    unmount();
    show();
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Content')).value).toBe('Kept');
    expect(screen.getByText(/^Ready/)).toBeDefined();
  });
});

test('in development mode the Media Center says who will see what is posted', async () => {
  show(answer(readStatus, { loop: { isRunning: true, lastTickAt: null }, appMode: 'development' }));
  expect(await screen.findByText(/Only people with a role on the app will see this post/)).toBeDefined();
});

test('images of the library join the post in the order in which they are chosen, with their alt text', async () => {
  const library = buildLibrary([
    buildLibraryFile({ id: 41, name: 'cake.jpg', altText: 'A cake' }),
    buildLibraryFile({ id: 42, name: 'loaf.jpg' }),
    buildLibraryFile({ id: 43, name: 'tea.jpg' }),
  ]);
  const { calls } = show(answer(listLibrary, library), answer(publishMediaPost, buildPost()));
  await fill({ type: 'Image' });
  await press('Choose from library');
  const picker = within(await screen.findByRole('dialog', { name: 'Media library' }));
  for (const name of ['loaf.jpg', 'tea.jpg', 'cake.jpg', 'tea.jpg'])
    await user.click(await picker.findByRole('button', { name }));
  expect(picker.getByText('2 chosen')).toBeDefined();
  await user.click(picker.getByRole('button', { name: 'Add 2 images' }));
  await press('Publish Now');
  await waitFor(() => expect(calls.find(({ path }) => path === publishMediaPost.path)).toBeDefined());
  expect(calls.find(({ path }) => path === publishMediaPost.path)?.body).toMatchObject({
    mediaData: [
      { id: 42, altText: null },
      { id: 41, altText: 'A cake' },
    ],
  });
});

describe('a story', () => {
  test('is sent without words, and says for how long and by whom it is seen', async () => {
    const { calls, toasts } = show(
      answer(finishUpload, { ...buildMediaFile(71), width: 1080, height: 1920 }),
      answer(publishMediaPost, buildPost({ status: 'published', placement: 'story' })),
    );
    await fill({ type: 'Story' });
    expect(screen.queryByLabelText('Content')).toBeNull();
    expect(screen.getByText(/It shows no text\. Your text is kept here for a post\./)).toBeDefined();
    expect(screen.getByText(/Who can see this story: Public\. It shows for 24 hours\./)).toBeDefined();
    choose(file('loaf.png', 'image/png'));
    await arrive();
    expect(await screen.findByRole('img', { name: 'Image of this story' })).toBeDefined();
    await press('Publish Now');
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Story published successfully!'));
    expect(calls.find(({ path }) => path === '/api/test-media-post')?.body).toEqual({
      pageId: 7,
      placement: 'story',
      mediaType: 'image',
      mediaData: '71',
    });
  });

  test.each([
    [{ durationSeconds: 75 }, /75 seconds long\. A story can be up to 60 seconds/],
    [{ durationSeconds: 2 }, /2 seconds long\. A story needs at least 3 seconds/],
    [{ durationSeconds: 9, width: 1920, height: 1080 }, /1920 × 1080\. A story must be upright, 9:16/],
  ])('of a video %o is not sent, and says why', async (facts, words) => {
    const { calls } = show(
      answer(finishUpload, { ...buildMediaFile(71), mimeType: 'video/mp4', width: 1080, height: 1920, ...facts }),
    );
    await fill({ type: 'Story', content: '' });
    choose(file('oven.mp4', 'video/mp4'));
    await arrive();
    expect(await screen.findByText(words)).toBeDefined();
    await press('Publish Now');
    expect(calls.filter(({ path }) => path === '/api/test-media-post')).toEqual([]);
  });

  test('of an image that leaves room says so', async () => {
    show(answer(finishUpload, { ...buildMediaFile(71), width: 1080, height: 1080 }));
    await fill({ type: 'Story', content: '' });
    choose(file('loaf.png', 'image/png'));
    await arrive();
    expect(await screen.findByText(/isn't 9:16, so it won't fill the screen/)).toBeDefined();
  });
});
