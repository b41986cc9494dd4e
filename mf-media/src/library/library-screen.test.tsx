// @vitest-environment jsdom
import {
  cropLibraryFile,
  deleteMedia,
  listLibrary,
  listPages,
  readLibraryFile,
  updateLibraryFile,
} from '@pagecast/api/contract';
import { answer, buildPage, Refusal, renderScreen, type Answer, type SeenCall } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { buildFileUses, buildLibrary, buildLibraryFile } from './build-library-file.ts';
import { LibraryScreen } from './library-screen.tsx';

const pages = answer(listPages, [buildPage(), buildPage({ id: 8, name: 'Night Diner' })]);
const show = (path: string, ...routes: Answer[]) => renderScreen(LibraryScreen, { path, routes: [...routes, pages] });
const two = answer(
  listLibrary,
  buildLibrary([
    buildLibraryFile({ waitingPosts: 1, publishedPosts: 2 }),
    buildLibraryFile({ id: 2, name: null, kind: 'video', mimeType: 'video/mp4', thumbnail: null, durationSeconds: 75 }),
  ]),
);
const reads = (calls: readonly SeenCall[]) =>
  calls.filter(({ method, path }) => method === 'GET' && path === readLibraryFile.path).length;
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the library', () => {
  test('shows each file with its name and how many posts have it', async () => {
    show('/media-library', two);
    const links = await screen.findAllByRole('link', { name: /loaf|Video/ });
    expect(links.map(({ textContent }) => textContent)).toEqual(['loaf.jpgIn 3 posts', '1:15VideoNot used yet']);
    expect(links[0]?.querySelector('img')?.getAttribute('loading')).toBe('lazy');
    expect(links[0]).toHaveProperty('href', expect.stringContaining('/media-library?file=1'));
    expect(screen.getByText('2 files · 2 MB of 20 GB used')).toBeDefined();
  });

  test('is searched and narrowed down, and says so in the address', async () => {
    const { calls, address } = show('/media-library?page=3', two);
    await userEvent.type(await screen.findByRole('searchbox'), 'bread');
    await waitFor(() => expect(address()).toBe('/media-library?text=bread'));
    await userEvent.click(screen.getByRole('radio', { name: 'Images' }));
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === listLibrary.path).at(-1)?.query).toEqual({
        text: 'bread',
        kind: 'image',
      }),
    );
  });

  test.each([
    ['/media-library', /No images or videos yet/],
    ['/media-library?text=x', 'No files match your search.'],
  ])('%s says what is missing', async (path, words) => {
    show(path, answer(listLibrary, buildLibrary([])));
    expect(await screen.findByText(words)).toBeDefined();
  });

  test('that cannot be loaded can be asked for again', async () => {
    const answers: (Refusal | ReturnType<typeof buildLibrary>)[] = [new Refusal(500)];
    show(
      '/media-library',
      answer(listLibrary, () => answers.shift() ?? buildLibrary([buildLibraryFile()])),
    );
    await press('Retry');
    expect(await screen.findByRole('link', { name: /loaf/ })).toBeDefined();
  });
});

describe('a file', () => {
  const open = (file: ReturnType<typeof buildFileUses>, ...routes: Answer[]) =>
    show('/media-library?file=1', two, answer(readLibraryFile, file), ...routes);

  test('says what has it, with a way to each', async () => {
    open(
      buildFileUses({
        waitingPosts: 1,
        posts: [
          {
            id: 12,
            excerpt: 'Fresh bread',
            status: 'scheduled',
            pageName: 'Corner Bakery',
            scheduledAt: '2026-11-24T01:00:00.000Z',
            publishedAt: null,
          },
        ],
        drafts: [{ key: 'a-key', excerpt: '', updatedAt: '2026-11-21T08:00:00.000Z' }],
      }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'loaf.jpg' });
    const links = await within(dialog).findAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['(no text yet)', '/content-generator?draft=a-key'],
      ['Fresh bread', '/history/post?id=12'],
    ]);
    expect(within(dialog).getByText(/hasn't gone out yet has this image/)).toBeDefined();
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  test('gets another name and alt text; leaving them saved asks nothing', async () => {
    let file = buildFileUses();
    const { calls, toasts, address } = show(
      '/media-library?file=1',
      two,
      answer(readLibraryFile, () => file),
      answer(updateLibraryFile, ({ body = {} }) => {
        file = { ...file, name: body.name ?? null, altText: body.altText ?? null };
        return file;
      }),
    );
    await userEvent.type(await screen.findByLabelText('Alt text'), 'A loaf');
    await userEvent.clear(screen.getByLabelText('Name'));
    await press('Save');
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Changes saved'));
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ name: null, altText: 'A loaf' });
    await screen.findByRole('dialog', { name: 'A loaf' });
    await press('Close');
    await waitFor(() => expect(address()).toBe('/media-library'));
  });

  test('keeps what is typed while other words of it are saved, here or in another tab', async () => {
    let file = buildFileUses({ altText: null });
    const { promise, resolve } = Promise.withResolvers<null>();
    const { calls } = show(
      '/media-library?file=1',
      two,
      answer(readLibraryFile, () => file),
      answer(updateLibraryFile, ({ body = {} }) =>
        promise.then(() => {
          file = { ...file, name: body.name ?? null, altText: body.altText ?? null };
          return file;
        }),
      ),
    );
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    fireEvent.change(name, { target: { value: 'crust.jpg' } });
    await press('Save');
    fireEvent.change(screen.getByLabelText('Alt text'), { target: { value: 'A loaf with its crust' } });
    resolve(null);
    await screen.findByRole('dialog', { name: 'crust.jpg' });
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('crust.jpg');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Alt text').value).toBe('A loaf with its crust');
    await press('Save');
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'PATCH').at(-1)?.body).toEqual({
        name: 'crust.jpg',
        altText: 'A loaf with its crust',
      }),
    );
  });

  test('that published posts have is deleted after a question that says so', async () => {
    const { calls, address } = open(
      buildFileUses({ publishedPosts: 2, drafts: [{ key: 'k', excerpt: 'x', updatedAt: '2026-11-21T08:00:00.000Z' }] }),
      answer(deleteMedia, { success: true }),
    );
    await press('Delete');
    const question = await screen.findByRole('alertdialog', { name: 'Delete this image?' });
    expect(question.textContent).toContain(
      "It's used in 2 published posts and 1 draft. It stays on Facebook and in your history. " +
        "You'll need to choose another image for your drafts.",
    );
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(address()).toBe('/media-library'));
    expect(calls.find(({ method }) => method === 'DELETE')?.query).toEqual({ used: 'true' });
    // What is gone isn't read again: news of it comes while its window is still open.
    expect(reads(calls)).toBe(1);
  });

  test('that came into use meanwhile stays, with the reason', async () => {
    const message = "A post that hasn't gone out yet has this image.";
    const { calls, toasts } = open(
      buildFileUses(),
      answer(deleteMedia, new Refusal(409, { message, code: 'conflict' })),
    );
    await press('Delete');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ tone: 'destructive', description: message }));
    await waitFor(() => expect(reads(calls)).toBe(2));
  });

  test('is cropped by keyboard to a shape, around a point, and its crop opens', async () => {
    const { calls, address } = open(
      buildFileUses(),
      answer(cropLibraryFile, buildLibraryFile({ id: 9, originId: 1, shape: 'tall' })),
    );
    await press('Crop');
    await userEvent.click(await screen.findByRole('radio', { name: 'Tall 9:16' }));
    const across = screen.getByRole('slider', { name: 'Left to right' });
    fireEvent.change(across, { target: { value: '80' } });
    expect(across.getAttribute('aria-valuetext')).toBe('80 percent');
    const frame = document.querySelector<HTMLElement>('[data-crop-frame]');
    expect([frame?.style.width, frame?.style.top]).toEqual(['37.5%', '0%']);
    await press('Save crop');
    await waitFor(() => expect(address()).toBe('/media-library?file=9'));
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      params: { id: '1' },
      body: { shape: 'tall', focus: { x: 0.8, y: 0.5 } },
    });
  });
});
