import type { Knex } from 'knex';
import type { CropShape, FocusPoint } from '../../contract/crop.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, InvalidInputError } from '../../http/errors.ts';
import type { DrawingForLibrary } from './drawing-for-library.ts';
import { libraryRepository, type LibraryFile, type LibraryFilter, type UsingPost } from './library.repository.ts';
import { mediaRepository, need } from './media.repository.ts';
import { videoFramesRepository } from './video-frames.repository.ts';

/** Something that is being written and has a file. */
export interface UsingDraft {
  readonly key: string;
  readonly excerpt: string;
  readonly updatedAt: Date;
}

/** What is being written with one of these files. */
export type DraftsWith = (owner: Owner, fileIds: readonly number[]) => Promise<UsingDraft[]>;

interface Deps {
  readonly db: Knex;
  readonly drawing: DrawingForLibrary;
  readonly draftsWith: DraftsWith;
  /** Removes the bytes that no row needs any more. */
  removeUnneeded(hashes: readonly string[]): Promise<void>;
}

export interface FileUses {
  readonly file: LibraryFile;
  readonly posts: readonly UsingPost[];
  readonly drafts: readonly UsingDraft[];
}

/** The library: every image and video of a person once, whatever posts have it. */
export function libraryService(deps: Deps) {
  const { drawing, draftsWith } = deps;
  const files = libraryRepository(deps.db);
  const find = async (owner: Owner, id: number) => need(await files.findInLibrary(owner, id));

  return {
    remove: removingFromLibrary(deps),

    page: (owner: Owner, filter: LibraryFilter, pageNumber: number, limit: number, gone: AbortSignal) =>
      files.page(owner, filter, pageNumber, limit, gone),

    holds: files.holds,

    find,

    /** A file and what has it. @throws NotFoundError when it is not the owner's, or not in the library */
    async uses(owner: Owner, id: number): Promise<FileUses> {
      const file = await find(owner, id);
      const [posts, drafts] = await Promise.all([
        files.usingPosts(owner, file.sha256),
        files.idsWith(owner, file.sha256).then((ids) => draftsWith(owner, ids)),
      ]);
      return { file, posts, drafts };
    },

    /** @throws NotFoundError when it is not the owner's, or not in the library */
    async change(owner: Owner, id: number, changes: { name?: string | null; altText?: string | null }) {
      if (!(await files.change(owner, id, changes))) need(null);
      return find(owner, id);
    },

    /**
     * Gives a video the thumbnail that its person's browser drew.
     * @throws InvalidInputError for an image, which has its own; what drawing throws
     */
    async keepFrame(owner: Owner, id: number, bytes: () => Promise<AsyncIterable<Uint8Array>>): Promise<LibraryFile> {
      const file = await find(owner, id);
      const given = await bytes();
      needKind('video', file, 'Images have a thumbnail of their own.');
      const data = await drawing.drawFrame(owner, given);
      if (!(await videoFramesRepository(deps.db).keep(owner, id, data))) need(null);
      return find(owner, id);
    },

    /**
     * Cuts an image to a shape, around a point of it.
     * @throws InvalidInputError for a video; what drawing throws
     */
    async crop(owner: Owner, id: number, shape: CropShape, focus: FocusPoint): Promise<LibraryFile> {
      const file = await find(owner, id);
      needKind('image', file, 'Only images can be cropped. Choose an image.');
      return find(owner, (await drawing.drawCrop(owner, file, shape, focus)).id);
    },

    /**
     * The owner's images by what they are called, each name in lower case. The whole name of one goes before the same
     * name without its ending. A name that no image has is left out.
     * @param db a transaction, where something is made of them
     * @returns the id of the image, or 'several' where more than one is called so
     */
    async imagesByName(db: Knex, owner: Owner, names: readonly string[]): Promise<Map<string, number | 'several'>> {
      const images = await libraryRepository(db).imagesNamed(owner, names);
      const ids = Map.groupBy(images, ({ name }) => name);
      const idsWithoutEnding = Map.groupBy(images, ({ name }) => name.replace(/\.[^.]*$/, ''));
      return new Map(
        names.flatMap((given): [string, number | 'several'][] => {
          const name = given.toLowerCase();
          const [found, more] = ids.get(name) ?? idsWithoutEnding.get(name) ?? [];
          if (found === undefined) return [];
          return [[name, more === undefined ? found.id : 'several']];
        }),
      );
    },

    /**
     * Draws thumbnails of images that have none, at most `limit`, one after the other. One that cannot be drawn is not
     * tried again.
     */
    async drawThumbnails(limit: number): Promise<void> {
      const waiting = await files.withoutThumbnail(limit);
      for (const [sha256, file] of new Map(waiting.map((image) => [image.sha256, image])))
        await files.noteThumbnail(sha256, (await drawing.drawThumbnail(file)) ? 'made' : 'none');
    },
  };
}
export type LibraryService = ReturnType<typeof libraryService>;

/** @throws InvalidInputError for a file of the other kind */
function needKind(kind: 'image' | 'video', { mimeType }: LibraryFile, message: string): void {
  if (mimeType.startsWith(`${kind}/`)) return;
  throw new InvalidInputError(message, {
    issues: [{ path: 'id', message: `Must be ${kind === 'image' ? 'an image' : 'a video'}` }],
  });
}

function removingFromLibrary({ db, draftsWith, removeUnneeded }: Deps) {
  const files = libraryRepository(db);

  /**
   * Deletes a file from the library, and its bytes where nothing needs them any more. Whoever makes a post with it at
   * the same moment has it, or is told that it is gone.
   * @param evenUsed also where published posts or drafts have it
   * @throws ConflictError while something has it; NotFoundError when it is not there
   */
  return async function remove(owner: Owner, id: number, evenUsed: boolean): Promise<void> {
    const { sha256, mimeType } = need(await files.findInLibrary(owner, id));
    const drafts = evenUsed ? [] : await draftsWith(owner, await files.idsWith(owner, sha256));
    await db.transaction(async (trx) => {
      await mediaRepository(trx).lockHash(sha256);
      const rows = libraryRepository(trx);
      const file = need(await rows.findInLibrary(owner, id));
      const what = mimeType.startsWith('image/') ? 'image' : 'video';
      if (file.waitingPosts > 0) throw new ConflictError(neededBy(file.waitingPosts, what));
      if (!evenUsed && file.publishedPosts + drafts.length > 0)
        throw new ConflictError(usedBy(file.publishedPosts, drafts.length, what));
      await rows.forgetInLibrary(owner, id);
    });
    await removeUnneeded([sha256]);
  };
}

function neededBy(posts: number, what: string): string {
  return posts === 1
    ? `A post that hasn't gone out yet has this ${what}. Delete that post first, or choose another ${what} for it.`
    : `${posts} posts that haven't gone out yet have this ${what}. Delete those posts first.`;
}

function usedBy(posts: number, drafts: number, what: string): string {
  const used = [
    ...(posts === 0 ? [] : [posts === 1 ? 'a published post' : `${posts} published posts`]),
    ...(drafts === 0 ? [] : [drafts === 1 ? 'a draft' : `${drafts} drafts`]),
  ].join(' and ');
  return `This ${what} is used in ${used}. Confirm that you want to delete it from your library.`;
}
