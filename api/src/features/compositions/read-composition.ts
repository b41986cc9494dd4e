import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { Post } from '../posts/post.ts';
import type { PostsRepository } from '../posts/posts.repository.ts';
import { compositionsRepository, type StoredComposition } from './compositions.repository.ts';

/** One text for several pages, and what became of the post of each. */
export interface Composition extends StoredComposition {
  readonly posts: readonly Post[];
}

export function readingCompositions({ db, posts }: { db: Knex; posts: PostsRepository }) {
  return {
    /** @throws NotFoundError when it is not the caller's, or all its posts are gone */
    async read(owner: Owner, id: number): Promise<Composition> {
      const [stored, tied] = await Promise.all([
        compositionsRepository(db).find(owner, id),
        posts.ofComposition(owner, id),
      ]);
      if (stored === null || tied.length === 0) throw new NotFoundError('These posts no longer exist.');
      return { ...stored, posts: tied };
    },
  };
}
