// @vitest-environment jsdom
import { finishUpload, listLibrary, listPages } from '@pagecast/api/contract';
import { answer, renderScreen } from '@pagecast/shell/kit/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildMediaFile } from '../media-center/build-media-file.ts';
import { buildLibrary } from './build-library-file.ts';
import { LibraryScreen } from './library-screen.tsx';

/** Uploads as the protocol's client sees them: a test says what becomes of each. */
const tus = vi.hoisted(() => ({
  uploads: [] as { options: Record<string, (...given: unknown[]) => void>; aborted: (boolean | undefined)[] }[],
}));
vi.mock('tus-js-client', () => ({
  Upload: class {
    options: Record<string, (...given: unknown[]) => void>;
    aborted: (boolean | undefined)[] = [];
    url = '/api/media/uploads/00000000-0000-4000-8000-000000000001';
    constructor(_: File, options: Record<string, (...given: unknown[]) => void>) {
      this.options = options;
      tus.uploads.push(this);
    }
    findPreviousUploads = async () => [];
    start = () => {};
    abort = async (terminate?: boolean) => {
      this.aborted.push(terminate);
    };
  },
}));

const file = (name: string, type: string, bytes = 1000) =>
  Object.defineProperty(new File(['x'], name, { type }), 'size', { value: bytes });
const add = async (...files: File[]) =>
  fireEvent.change(await screen.findByLabelText('Files for your library'), { target: { files } });
const open = () =>
  renderScreen(LibraryScreen, {
    path: '/media-library',
    routes: [
      answer(listLibrary, buildLibrary([])),
      answer(listPages, []),
      answer(finishUpload, () => buildMediaFile(71)),
    ],
  });

beforeEach(() => {
  tus.uploads.length = 0;
});

test('of several files all that were refused are named, and what became of the others', async () => {
  const { toasts } = open();
  await add(file('menu.pdf', 'application/pdf'), file('loaf.jpg', 'image/jpeg'), file('oven.mp4', 'video/mp4', 0));
  await waitFor(() => expect(tus.uploads).toHaveLength(1));
  tus.uploads[0]?.options['onSuccess']?.();
  await waitFor(() =>
    expect(toasts).toEqual([
      {
        tone: 'destructive',
        title: "2 files weren't added",
        description:
          'menu.pdf: This is neither an image nor a video. oven.mp4: This file is empty. Choose another one. ' +
          'The other file was added.',
      },
    ]),
  );
});

test('an upload says how far it is and can be ended, with what was to follow', async () => {
  const { toasts } = open();
  await add(file('oven.mp4', 'video/mp4'), file('loaf.jpg', 'image/jpeg'));
  await waitFor(() => expect(tus.uploads).toHaveLength(1));
  act(() => tus.uploads[0]?.options['onProgress']?.(500));
  expect(screen.getByRole('progressbar', { name: 'Upload' })).toBeDefined();
  expect(screen.getByText('25 %')).toBeDefined();
  // The tab asks before it takes an upload with it.
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(tus.uploads.map(({ aborted }) => aborted)).toEqual([[true]]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload files' }));
  expect(toasts).toEqual([]);
});
