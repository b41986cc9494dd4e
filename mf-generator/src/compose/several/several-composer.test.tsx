import {
  checkPost,
  createComposition,
  createPageGroup,
  deletePageGroup,
  listLibrary,
  listPageGroups,
  readPost,
  updatePageGroup,
  uploadMedia,
  type MediaFile,
} from '@pagecast/api/contract';
import { answer, buildPost, Refusal } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { open, openAt, writeByHand } from '../compose-testing.tsx';

const noGroups = answer(listPageGroups, []);
const made = answer(createComposition, {
  id: 5,
  content: 'Fresh bread.',
  createdAt: '2026-11-21T08:00:00.000Z',
  posts: [],
});
const several = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Choose several pages' }));
  return await screen.findByRole('checkbox', { name: 'Corner Bakery' });
};
const check = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publish Now' }));
const sent = (calls: Awaited<ReturnType<typeof open>>['calls']) =>
  calls.filter(({ path }) => path === createComposition.path).map(({ body }) => body);

test('one text goes to the pages that are chosen, in one call', async () => {
  const { calls, toasts } = await open(noGroups, made);
  await writeByHand('Fresh bread.');
  await several();
  expect(screen.queryByRole('checkbox', { name: 'Lost Page' })).toBeNull();
  await check('Corner Bakery');
  await check('Night Diner');
  await screen.findByText('Publishes to 2 pages right away.');
  await publish();
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Post'));
  expect(sent(calls)).toMatchObject([
    { content: 'Fresh bread.', status: 'published', pages: [{ facebookPageId: 7 }, { facebookPageId: 9 }] },
  ]);
});

test('a page has its own text, marked at its tab and sent for it alone', async () => {
  const { calls, toasts } = await open(noGroups, made);
  await writeByHand('Fresh bread.');
  await several();
  await userEvent.click(screen.getByRole('button', { name: 'All 2 pages' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Night Diner' }));
  await userEvent.click(screen.getByRole('button', { name: 'Write its own text' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text for Night Diner' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Text for Night Diner' }), ' All night.');
  expect(screen.getByRole('tab', { name: /Night Diner.*Own text/ })).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Preview' })).getByText('Fresh bread. All night.')).toBeDefined();
  await publish();
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Post'));
  expect(sent(calls)).toMatchObject([
    { content: 'Fresh bread.', pages: [{ facebookPageId: 7 }, { content: 'Fresh bread. All night.' }] },
  ]);
});

const stored = (id: number): MediaFile => ({
  id,
  mimeType: 'image/png',
  bytes: 900,
  width: 640,
  height: 480,
  durationSeconds: null,
  altText: null,
});
const chooseFiles = (label: string, ...names: string[]) =>
  userEvent.upload(
    screen.getByLabelText(`Files for ${label}`),
    names.map((name) => new File(['x'], name, { type: 'image/png' })),
  );
const shownImages = () =>
  within(screen.getByRole('region', { name: 'Preview' }))
    .queryAllByRole<HTMLImageElement>('img')
    .flatMap(({ src }) => /api\/media\/\d+$/.exec(src ?? '')?.[0] ?? []);

test('images go to every page in their order, and others to a page of its own, previewed there', async () => {
  let id = 70;
  const { calls, toasts } = await open(
    noGroups,
    made,
    answer(uploadMedia, () => {
      id += 1;
      // The fourth is the third once more.
      if (id === 74) return stored(73);
      return id === 72
        ? new Refusal(400, { message: 'This file is not an image.', code: 'invalid_input' })
        : { ...stored(id), hasAiLabel: id === 75 };
    }),
  );
  await writeByHand('Fresh bread.');
  await several();
  await userEvent.click(screen.getByRole('button', { name: 'All 2 pages' }));
  await chooseFiles('Images', 'one.png', 'bad.png', 'three.png', 'three again.png');
  await waitFor(() => expect(id).toBe(74));
  await waitFor(() => expect(shownImages()).toEqual(['api/media/71', 'api/media/73']));
  expect(screen.queryByText(/AI label kept/)).toBeNull();
  expect(toasts.at(-1)).toMatchObject({ title: 'Image Not Added', description: 'bad.png: This file is not an image.' });
  await userEvent.type(screen.getByLabelText('Alt text of image 2'), 'A loaf');
  await userEvent.click(screen.getByRole('button', { name: 'Move image 2 earlier' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Night Diner' }));
  await userEvent.click(screen.getByRole('button', { name: 'Choose its own images' }));
  const own = within(screen.getByRole('region', { name: 'Only for Night Diner' }));
  await userEvent.click(own.getByRole('button', { name: 'Remove image 1' }));
  await userEvent.click(own.getByRole('button', { name: 'Remove the image' }));
  await chooseFiles('Images for Night Diner', 'night.png');
  await waitFor(() => expect(shownImages()).toEqual(['api/media/75']));
  expect(screen.getByText('AI label kept. Facebook will show that this image was made with AI.')).toBeDefined();
  expect(screen.getByRole('tab', { name: /Night Diner.*Own images/ })).toBeDefined();
  await publish();
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Post'));
  expect(sent(calls)).toMatchObject([
    {
      mediaType: 'image',
      media: [
        { id: 73, altText: 'A loaf' },
        { id: 71, altText: null },
      ],
      pages: [{ facebookPageId: 7 }, { facebookPageId: 9, mediaType: 'image', media: [{ id: 75 }] }],
    },
  ]);
  expect(screen.queryByRole('list', { name: 'Images' })).toBeNull();
});

test('a link stands below the text of every page but for that with its own', async () => {
  const { calls, toasts } = await open(noGroups, made);
  await writeByHand('Fresh bread.');
  await several();
  await userEvent.click(screen.getByRole('button', { name: 'All 2 pages' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Link' }), 'bread.example');
  await publish();
  expect(toasts.at(-1)?.title).toBe('Link Not Valid');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Link' }));
  await userEvent.clear(screen.getByRole('textbox', { name: 'Link' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Link' }), 'https://bread.example');
  await userEvent.click(screen.getByRole('button', { name: 'Use its own link' }));
  const own = screen.getByRole('textbox', { name: 'Link for Corner Bakery' });
  await userEvent.type(own, '/corner');
  expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('bread.example/corner');
  await publish();
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Post'));
  expect(sent(calls)).toMatchObject([
    { link: 'https://bread.example', pages: [{ link: 'https://bread.example/corner' }, { facebookPageId: 9 }] },
  ]);
});

test('what is wrong with the text of all pages, or of one, is put right there at one press', async () => {
  const { calls, toasts } = await open(
    noGroups,
    made,
    answer(checkPost, ({ body }) => ({
      repetitions: [],
      near: [],
      text: body.content.includes('# ')
        ? [{ code: 'hashtags', detail: 'spaced', repaired: body.content.replace('# ', '#') }]
        : [],
    })),
  );
  await writeByHand('Fresh bread # Roti');
  await several();
  await userEvent.click(screen.getByRole('button', { name: 'All 2 pages' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Link' }), 'https://bread.example');
  await userEvent.click(screen.getByRole('tab', { name: 'Night Diner' }));
  await userEvent.click(screen.getByRole('button', { name: 'Write its own text' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Corner Bakery' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Fix hashtags' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' }).value).toBe('Fresh bread #Roti');
  await userEvent.click(screen.getByRole('tab', { name: /Night Diner/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Fix hashtags' }));
  await publish();
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Post'));
  expect(sent(calls)).toMatchObject([
    { content: 'Fresh bread #Roti', pages: [{ facebookPageId: 7 }, { content: 'Fresh bread #Roti' }] },
  ]);
});

test('a page too close to another post is asked about, and can keep its time', async () => {
  let asked = 0;
  const { calls, toasts } = await open(
    noGroups,
    answer(createComposition, () => {
      asked += 1;
      if (asked > 1) return { id: 5, content: '', createdAt: '2026-11-21T08:00:00.000Z', posts: [] };
      const at = '2026-11-21T08:00:00.000Z';
      const tooClose = [{ facebookPageId: 9, pageName: 'Night Diner', scheduledAt: at, otherAt: at, freeAt: at }];
      return new Refusal(409, { message: 'Too close', code: 'conflict', tooClose });
    }),
  );
  await writeByHand('Fresh bread.');
  await several();
  await userEvent.click(screen.getByRole('button', { name: 'All 2 pages' }));
  await publish();
  const question = await screen.findByRole('alert', { name: 'Too close to other posts' });
  expect(question.textContent).toContain('Night Diner has a post on');
  await userEvent.click(within(question).getByRole('button', { name: 'Keep my times' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Post'));
  expect(sent(calls)).toMatchObject([{}, { tooClose: 'allow' }]);
});

test('a group chooses its pages, and is kept from those that are chosen', async () => {
  const { calls, toasts } = await open(
    answer(listPageGroups, [{ id: 3, name: 'Kedai KL', pageIds: [7, 9, 8] }]),
    answer(createPageGroup, { id: 4, name: 'Nights', pageIds: [7, 9] }),
    answer(deletePageGroup, { success: true as const }),
  );
  await several();
  await userEvent.click(await screen.findByRole('button', { name: 'Kedai KL (3)' }));
  await screen.findByText('2 pages chosen');
  await userEvent.click(screen.getByRole('button', { name: 'Save as a group' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of the group' }), 'Nights');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Group Saved'));
  expect(calls.find(({ path, method }) => path === createPageGroup.path && method === 'POST')?.body).toEqual({
    name: 'Nights',
    pageIds: [7, 9],
  });
});

test('a group is given another name, and the pages that are chosen', async () => {
  const { calls, toasts } = await open(
    answer(listPageGroups, [{ id: 3, name: 'Kedai KL', pageIds: [7] }]),
    answer(updatePageGroup, { id: 3, name: 'Nights', pageIds: [9] }),
  );
  await several();
  await check('Night Diner');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the group Kedai KL' }));
  const name = screen.getByRole('textbox', { name: 'Name of the group' });
  expect(document.activeElement).toBe(name);
  await userEvent.clear(name);
  await userEvent.type(name, 'Nights{Enter}');
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Group Saved'));
  await userEvent.click(screen.getByRole('button', { name: 'Edit the group Kedai KL' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Replace its pages with the 1 page chosen' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name of the group' })).toBeNull());
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { name: 'Nights' },
    { name: 'Kedai KL', pageIds: [9] },
  ]);
});

const old = buildPost({
  id: 12,
  status: 'published',
  content: 'Fresh bread.\n\nAt eight.\n\nhttps://bread.example/eight',
  contentType: 'promotional',
  facebookPageId: 7,
  mediaType: 'image',
  media: [{ ...stored(71), altText: 'A loaf' }],
});

test('a post is used again with its text, link, images and page, at the time asked for', async () => {
  const { calls, toasts, address } = await openAt(
    '/content-generator?again=12&at=2099-01-05T01:00:00.000Z',
    noGroups,
    made,
    answer(readPost, old),
  );
  expect(await screen.findByRole('textbox', { name: 'Your content' })).toHaveProperty(
    'value',
    'Fresh bread.\n\nAt eight.',
  );
  expect(shownImages()).toEqual(['api/media/71']);
  await userEvent.click(screen.getByRole('button', { name: 'Schedule Post' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Post Scheduled'));
  expect(sent(calls)).toMatchObject([
    {
      content: 'Fresh bread.\n\nAt eight.',
      link: 'https://bread.example/eight',
      media: [{ id: 71, altText: 'A loaf' }],
      contentType: 'promotional',
      scheduledAt: '2099-01-05T01:00:00.000Z',
      pages: [{ facebookPageId: 7 }],
    },
  ]);
  expect(calls.filter(({ path }) => path === readPost.path)).toHaveLength(1);
  expect(address()).not.toContain('again');
});

test('a post that is gone is not used again, and that is said', async () => {
  const gone = answer(readPost, () => new Refusal(404));
  const { toasts } = await openAt('/content-generator?again=12&at=soon', noGroups, gone);
  await waitFor(() => expect(toasts.map((toast) => toast.title)).toEqual(['Post Not Loaded']));
});

test('a reel is used again with its video; a video of the library takes its place, for all pages', async () => {
  const film = { ...stored(72), mimeType: 'video/mp4', name: 'Kaya.mp4', width: 9, height: 16 };
  const unused = { originId: null, shape: null, waitingPosts: 0, publishedPosts: 0 };
  const shelved = { kind: 'video' as const, thumbnail: null, addedAt: old.createdAt };
  const { calls, toasts } = await openAt(
    '/content-generator?again=12',
    noGroups,
    made,
    answer(readPost, { ...old, mediaType: 'reel', media: [film] }),
    answer(listLibrary, {
      files: [{ ...film, ...shelved, ...unused, id: 73, name: 'Roti.mp4' }],
      pagination: { page: 1, limit: 24, total: 1, pages: 1 },
    }),
  );
  expect(await screen.findByRole('checkbox', { name: 'Publish as a reel' })).toHaveProperty('checked', true);
  expect(screen.queryByRole('button', { name: 'Add images' })).toBeNull();
  expect(screen.getByText('Who can see this reel: Public.')).toBeDefined();
  await publish();
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Publishing Post'));
  await writeByHand('Again.');
  await userEvent.click(screen.getByRole('button', { name: 'Choose a video from library' }));
  await userEvent.click(await screen.findByRole('button', { name: /Roti.mp4/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Add/ }));
  await userEvent.click(screen.getByRole('tab', { name: /Corner Bakery/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Choose its own images' }));
  await publish();
  await waitFor(() => expect(sent(calls)).toHaveLength(2));
  expect(sent(calls)).toMatchObject([
    { mediaType: 'reel', media: [{ id: 72 }] },
    { mediaType: 'video', media: [{ id: 73 }], pages: [{ mediaType: 'text', media: [] }] },
  ]);
});

test('a post is used again without its page, where that is no longer connected', async () => {
  await openAt('/content-generator?again=12', noGroups, answer(readPost, { ...old, facebookPageId: 8 }));
  await screen.findByText('Choose pages');
  expect(screen.getByRole('textbox', { name: 'Link' })).toHaveProperty('value', 'https://bread.example/eight');
});

test('back to one page, the text and the first page stay', async () => {
  await open(noGroups);
  await writeByHand('Fresh bread.');
  await several();
  await check('Night Diner');
  await userEvent.click(screen.getByRole('button', { name: 'Choose one page' }));
  expect((await screen.findByLabelText('Facebook page')).textContent).toContain('Night Diner');
  expect(screen.getByRole('textbox', { name: 'Your content' })).toHaveProperty('value', 'Fresh bread.');
});
