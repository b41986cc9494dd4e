import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import type { MediaService } from '../media/media.service.ts';
import { statesOpenTo, type Author } from './author.ts';
import type { HeldByLoop } from './held-by-loop.ts';
import type { PostPreconditions } from './post-preconditions.ts';
import { EDITABLE } from './post-states.ts';
import type { Post, PostStatus } from './post.ts';
import { postsRepository } from './posts.repository.ts';
import { tellingOwner } from './telling-owner.ts';

interface Deps {
  readonly db: Knex;
  readonly media: MediaService;
  readonly preconditions: PostPreconditions;
  readonly takeBack: HeldByLoop['takeBack'];
  removeFromFacebook(post: Post): Promise<void>;
}

/** Removes posts from here; a published one also from Facebook where asked. */
export function removingPosts({ db, media, preconditions, takeBack, removeFromFacebook }: Deps) {
  const { need, conflict, refuseProgram } = preconditions;

  function removeTakenBack(given: Knex, author: Author, id: PostId): Promise<boolean> {
    return given.transaction(
      async (trx) => (await takeBack(trx, author, id)) && postsRepository(trx).removeTakenBack(author, id),
    );
  }

  /** With its files. @param from the states in which it is to go; a program may have to leave some of them */
  async function removeIn(author: Author, id: PostId, from: readonly PostStatus[]): Promise<void> {
    const open = statesOpenTo(author, from);
    const files = await media.forPost(id);
    const isGone = await tellingOwner(
      db,
      author,
      [id],
      async (given) =>
        (await postsRepository(given).remove(author, id, open)) ||
        (open.includes('scheduled') && (await removeTakenBack(given, author, id))),
    );
    if (!isGone) throw await conflict(author, id, open);
    await media.remove(
      author,
      files.map((file) => file.id),
    );
  }

  /**
   * Who takes a post off the schedule is told when it has gone out meanwhile, and keeps the record of it.
   * @throws ConflictError when it is on its way out, or out
   */
  async function removeUnpublished(author: Author, id: PostId): Promise<void> {
    await need(author, id);
    await refuseProgram(author, id, 'delete');
    await removeIn(author, id, EDITABLE);
  }

  return {
    removeUnpublished,

    async remove(author: Author, id: PostId, onFacebook: boolean): Promise<void> {
      const post = await need(author, id);
      if (post.status !== 'published') return removeUnpublished(author, id);
      if (onFacebook) await removeFromFacebook(post);
      await removeIn(author, id, ['published']);
    },
  };
}
