import { AppError } from '../../http/errors.ts';
import type { Author } from '../posts/author.ts';
import type { PostPreconditions } from '../posts/post-preconditions.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { readingCompositions } from './read-composition.ts';
import { reasonOf, type Unchanged } from './unchanged.ts';

interface Deps {
  readonly read: ReturnType<typeof readingCompositions>['read'];
  readonly preconditions: PostPreconditions;
  readonly removePost: PostsService['removeUnpublished'];
}

/** Posts of several pages, deleted together; those that cannot be are left, and said to be. */
export function deletingTogether({ read, preconditions, removePost }: Deps) {
  return {
    /**
     * Deletes all posts that are not out, one after the other, as each takes its files along.
     * @param chosen these alone, where not all are to go
     */
    async remove(
      author: Author,
      id: number,
      chosen: ReadonlySet<number> | null,
    ): Promise<{ deleted: number; unchanged: Unchanged[] }> {
      const all = (await read(author, id)).posts;
      const tied = chosen === null ? all : all.filter((post) => chosen.has(post.id));
      const unchanged: Unchanged[] = [];
      for (const post of tied) {
        try {
          if (post.status === 'published') unchanged.push(await reasonOf(preconditions, author, post));
          else await removePost(author, post.id);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          unchanged.push({ post, message: error.message });
        }
      }
      return { deleted: tied.length - unchanged.length, unchanged };
    },
  };
}
