import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import type { MediaService } from '../media/media.service.ts';
import type { HeldByLoop } from './held-by-loop.ts';
import type { PostPreconditions } from './post-preconditions.ts';
import type { Post } from './post.ts';
import { postsRepository, type PostsRepository } from './posts.repository.ts';

interface Deps {
  readonly db: Knex;
  readonly posts: PostsRepository;
  readonly media: MediaService;
  readonly preconditions: PostPreconditions;
  readonly takeBack: HeldByLoop['takeBack'];
  removeFromFacebook(post: Post): Promise<void>;
}

/** Removes a post from here; a published one also from Facebook where asked. */
export function removingPosts({ db, posts, media, preconditions, takeBack, removeFromFacebook }: Deps) {
  const { need, conflict } = preconditions;

  function removeTakenBack(owner: Owner, id: PostId): Promise<boolean> {
    return db.transaction(
      async (trx) => (await takeBack(trx, owner, id)) && postsRepository(trx).remove(owner, id, true),
    );
  }

  return async function remove(owner: Owner, id: PostId, onFacebook: boolean): Promise<void> {
    const post = await need(owner, id);
    if (onFacebook && post.status === 'published') await removeFromFacebook(post);
    const files = await media.forPost(id);
    // Who takes a post off the schedule is told when it has gone out meanwhile, and keeps the record of it.
    const isGone =
      post.status === 'published' ? await posts.remove(owner, id) : await posts.removeUnpublished(owner, id, true);
    if (!isGone && !(await removeTakenBack(owner, id))) throw await conflict(owner, id);
    await media.remove(
      owner,
      files.map((file) => file.id),
    );
  };
}
