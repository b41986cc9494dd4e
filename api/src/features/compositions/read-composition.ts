import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import type { PostId } from '../../contract/ids.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { Post } from '../posts/post.ts';
import type { PostsRepository } from '../posts/posts.repository.ts';
import { compositionsRepository, type StoredComposition } from './compositions.repository.ts';

/** One text for several pages, and what became of the post of each. */
export interface Composition extends StoredComposition {
  readonly posts: readonly Post[];
  /** Posts whose files are not those that all have. */
  readonly ownMedia: ReadonlySet<PostId>;
}

export function readingCompositions({ db, posts }: { db: Knex; posts: PostsRepository }) {
  return {
    /** @throws NotFoundError when it is not the caller's, or all its posts are gone */
    async read(owner: Owner, id: number): Promise<Composition> {
      const [stored, tied, keys] = await Promise.all([
        compositionsRepository(db).find(owner, id),
        posts.ofComposition(owner, id),
        compositionsRepository(db).mediaKeys(owner, id),
      ]);
      if (stored === null || tied.length === 0) throw new NotFoundError('These posts no longer exist.');
      const common = stored.mediaKey ?? mostOf([...keys.values()]);
      const own = tied.filter((post) => keys.has(post.id) && keys.get(post.id) !== common);
      return { ...stored, posts: tied, ownMedia: new Set(own.map((post) => post.id)) };
    },
  };
}

/** Of as many, the first. */
function mostOf(keys: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return keys.find((key) => counts.get(key) === most);
}
