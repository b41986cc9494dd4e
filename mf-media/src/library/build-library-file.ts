import type { LibraryFile, LibraryFileUses } from '@pagecast/api/contract';

/** For tests: an image of the library that no post has. */
export function buildLibraryFile(part: Partial<LibraryFile> = {}): LibraryFile {
  return {
    id: 1,
    name: 'loaf.jpg',
    mimeType: 'image/jpeg',
    kind: 'image',
    bytes: 900,
    width: 600,
    height: 400,
    durationSeconds: null,
    altText: null,
    thumbnail: '/api/media/1/thumbnail',
    addedAt: '2026-11-21T08:00:00.000Z',
    originId: null,
    shape: null,
    waitingPosts: 0,
    publishedPosts: 0,
    ...part,
  };
}

export function buildFileUses(part: Partial<LibraryFileUses> = {}): LibraryFileUses {
  return { ...buildLibraryFile(part), posts: [], drafts: [], ...part };
}

export function buildLibrary(files: readonly LibraryFile[], pages = 1) {
  return {
    files: [...files],
    pagination: { page: 1, limit: 40, total: files.length, pages },
    holds: { files: files.length, bytes: 2 * 1024 ** 2 },
  };
}
