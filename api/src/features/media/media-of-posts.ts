import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { MAX_PHOTOS, type MediaKind } from '../../contract/media.ts';
import type { Owner } from '../../db/owner.ts';
import { AppError, type InvalidInputError } from '../../http/errors.ts';
import type { OutgoingMedia } from '../../networks/target.ts';
import { checkVideo, type Accepting } from './accepting.ts';
import type { MediaStorage, Received } from './media-storage.ts';
import { refused, typeOf, UNREADABLE } from './media-types.ts';
import { keptMediaRepository, type Keeper } from './kept-media.repository.ts';
import { mediaRepository, type Chooser, type MediaFile, type MediaRepository, type Place } from './media.repository.ts';
import { returnedFilesRepository, type ReturnedFile } from './returned-files.repository.ts';
import { readVideo } from './video-file.ts';

/** What a new post brings along: stored files by their ids, or one that came with the request itself. */
export type PostFiles = readonly Place[] | Received;

/** The same files, and the posts that have them. */
interface FilesOfMany {
  readonly places: readonly Place[];
  readonly postIds: readonly PostId[];
}

interface Deps {
  readonly db: Knex;
  readonly storage: MediaStorage;
  readonly accepting: Accepting;
}

/** The files of a post: chosen for it, given to it, and sent with it. */
export function mediaOfPosts({ db, storage, accepting: { acceptAtOnce } }: Deps) {
  const files = mediaRepository(db);
  const kept = keptMediaRepository(db);

  /**
   * Stored files for a new post, in the order asked for.
   * @throws InvalidInputError when one is gone, or of another kind
   */
  async function chosen(owner: Chooser, kind: MediaKind, places: readonly Place[]): Promise<readonly Place[]> {
    if (places.length > (kind === 'image' ? MAX_PHOTOS : 1))
      throw refused(kind === 'image' ? `A post can have at most ${MAX_PHOTOS} images.` : 'A post can have one video.');
    const ids = places.map(({ id }) => id);
    const found = await files.ofOwner(owner, ids);
    const different = new Set(ids).size;
    if (found.length !== different) throw gone();
    if (places.length !== different) throw refused('The same file is in this post twice. Remove one of them.');
    for (const file of found) if (file.kind !== kind) await checkAs(kind, file);
    return places;
  }

  /** @throws InvalidInputError when they are not there any more */
  const keptBytes = (file: MediaFile) =>
    storage
      .sourceOf(file)
      .blob()
      .catch((error: unknown) => {
        throw error instanceof AppError ? error : refused(UNREADABLE, error);
      });

  /** A video may turn out to be meant as a reel. */
  async function checkAs(kind: MediaKind, file: MediaFile): Promise<void> {
    const bytes = await keptBytes(file);
    await typeOf(kind, bytes);
    if (kind !== 'image') checkVideo(kind, await readVideo(bytes));
  }

  return {
    ofPosts: files.ofPosts,
    ofText: (owner: Owner, textId: number) => kept.keptFor(owner, ['recurrence_text_id', textId]),
    ofProposal: (owner: Owner, proposalId: number) => kept.keptFor(owner, ['proposal_id', proposalId]),
    /** Files of the owner by their ids, in no order. */
    ofOwner: files.ofOwner,

    /** Makes ready what a new post brings along. @throws InvalidInputError for what cannot be posted as this kind */
    async forNewPost(owner: Chooser, kind: MediaKind, given: PostFiles): Promise<readonly Place[]> {
      if (!('sha256' in given)) return chosen(owner, kind, given);
      const { id } = await acceptAtOnce(owner, kind, given);
      return [{ id }];
    },

    /**
     * A story is one file, and its video upright and short.
     * @throws InvalidInputError that says all that has to change
     */
    async checkForStory(owner: Chooser, places: readonly Place[]): Promise<void> {
      const ids = places.map(({ id }) => id);
      const [file, ...others] = await files.ofOwner(owner, ids);
      if (others.length > 0) throw refused('A story is one image. Remove the others, or make a story of each.');
      if (file?.mimeType.startsWith('video/') === true) checkVideo('story', await readVideo(await keptBytes(file)));
    },

    ...attachingFiles,

    /** What goes out with a post, in order. */
    async forPost(postId: PostId): Promise<OutgoingMedia[]> {
      const found = (await files.ofPosts([postId])).get(postId) ?? [];
      return found.map((file) => {
        const { id, mimeType, bytes, altText } = file;
        return { id, ...storage.sourceOf(file), mimeType, bytes, altText };
      });
    },
  };
}

/** Gives files to posts, in the transaction that makes these. */
const attachingFiles = {
  /** Gives stored files to a post, in this order, in the transaction that makes it. */
  async attach(trx: Knex, owner: Owner, places: readonly Place[], postId: PostId): Promise<void> {
    const rows = mediaRepository(trx);
    await lockHashes(
      rows,
      await rows.ofOwner(
        owner,
        places.map(({ id }) => id),
      ),
    );
    if (!(await rows.attach(owner, places, postId))) throw gone();
  },

  /**
   * Gives stored files to several posts, in the transaction that makes them. All their hashes are locked first, so
   * that two uses never wait for each other.
   */
  async attachToMany(trx: Knex, owner: Owner, uses: readonly FilesOfMany[]): Promise<void> {
    const rows = mediaRepository(trx);
    const ids = uses.flatMap(({ places }) => places.map(({ id }) => id));
    await lockHashes(rows, await rows.ofOwner(owner, ids));
    for (const {
      places,
      postIds: [first, ...others],
    } of uses) {
      if (first === undefined) continue;
      if (!(await rows.attach(owner, places, first))) throw gone();
      await rows.copy(first, others);
    }
  },

  /**
   * Gives posts these files in the place of those that they have, which may be among them, in the transaction that
   * changes the posts. @returns hashes of what they had
   */
  async replaceOfMany(trx: Knex, owner: Owner, { places, postIds }: FilesOfMany): Promise<readonly string[]> {
    const rows = mediaRepository(trx);
    const before = [...(await rows.ofPosts(postIds)).values()].flat();
    const ids = before.map(({ id }) => id);
    await lockHashes(rows, [
      ...before,
      ...(await rows.ofOwner(
        owner,
        places.map(({ id }) => id),
      )),
    ]);
    const [first, ...others] = postIds;
    if (first === undefined) return [];
    if (!(await rows.attach(owner, places, first))) throw gone();
    const hashes = await rows.forget(owner, ids);
    if (places.length > 0 && others.length > 0) await rows.copy(first, others);
    return hashes;
  },

  /** Which of these files are there: they stay until the transaction ends. */
  filesThere: (trx: Knex, owner: Owner, ids: readonly number[]) => returnedFilesRepository(trx).lockThere(owner, ids),

  /** Gives posts that were deleted their files back, in the transaction that brings them back. */
  giveBack: (trx: Knex, owner: Owner, files: readonly ReturnedFile[]) =>
    returnedFilesRepository(trx).giveBack(owner, files),

  /**
   * Gives copies of a post the files of the original, in the transaction that makes them. The bytes are there once.
   */
  async copy(trx: Knex, fromPostId: PostId, toPostIds: readonly PostId[]): Promise<void> {
    const rows = mediaRepository(trx);
    await lockHashes(rows, (await rows.ofPosts([fromPostId])).get(fromPostId) ?? []);
    await rows.copy(fromPostId, toPostIds);
  },

  /** Gives a text that comes again by a rule its files, in the transaction that makes or changes it. */
  keepForText: (trx: Knex, owner: Owner, places: readonly Place[], textId: number) =>
    keep(trx, owner, places, ['recurrence_text_id', textId]),

  /** Gives a post the files of such a text, in the transaction that makes it. */
  copyOfText: (trx: Knex, owner: Owner, textId: number, postId: PostId) =>
    copyKept(trx, owner, ['recurrence_text_id', textId], postId),

  /** The same two for what is proposed, whose files are its page's owner's, whoever has chosen them. */
  keepForProposal: (trx: Knex, owner: Owner, by: Chooser, places: readonly Place[], proposalId: number) =>
    keep(trx, owner, places, ['proposal_id', proposalId], by),
  copyOfProposal: (trx: Knex, owner: Owner, proposalId: number, postId: PostId) =>
    copyKept(trx, owner, ['proposal_id', proposalId], postId),
};

type Kept = [Keeper, number];

async function keep(
  trx: Knex,
  owner: Owner,
  places: readonly Place[],
  keeper: Kept,
  by: Chooser = owner,
): Promise<void> {
  const rows = mediaRepository(trx);
  const ids = places.map(({ id }) => id);
  await lockHashes(rows, await rows.ofOwner(by, ids));
  if (!(await keptMediaRepository(trx).keepFor(owner, places, keeper, by))) throw gone();
}

async function copyKept(trx: Knex, owner: Owner, keeper: Kept, postId: PostId): Promise<void> {
  const kept = keptMediaRepository(trx);
  await lockHashes(mediaRepository(trx), await kept.keptFor(owner, keeper));
  await kept.copyKept(keeper, postId);
}

/** In one order everywhere, so that two uses never wait for each other. */
async function lockHashes(rows: MediaRepository, files: readonly MediaFile[]): Promise<void> {
  for (const sha256 of [...new Set(files.map((file) => file.sha256))].toSorted()) await rows.lockHash(sha256);
}

function gone(): InvalidInputError {
  return refused('A file of this post is no longer here. Choose it again.');
}
