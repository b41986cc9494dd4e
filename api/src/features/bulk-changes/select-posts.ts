import type { Knex } from 'knex';
import { BULK_MAX_POSTS } from '../../contract/bulk-changes.ts';
import type { PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../../http/errors.ts';
import { manyPostsRepository, type ManyFilter, type ManyPost } from '../posts/many-posts.repository.ts';

/** Which posts: by their ids, or by what they have in common. */
export type Selection =
  | { readonly postIds: readonly PostId[] }
  | {
      readonly filter: ManyFilter;
      /** At most so many, earliest first; null: all of them. */
      readonly first: number | null;
      /** How many the caller has seen; null: they have not looked. */
      readonly expected: number | null;
    };

export interface Selected {
  readonly posts: readonly ManyPost[];
  /** Ids of which there is no post of theirs. */
  readonly gone: readonly PostId[];
}

/**
 * @throws NotFoundError when none of them is there
 * @throws InvalidInputError when they are too many
 * @throws ConflictError when the caller has seen another number of them
 */
export async function selectPosts(trx: Knex, owner: Owner, selection: Selection): Promise<Selected> {
  const many = manyPostsRepository(trx);
  if ('postIds' in selection) {
    const ids = [...new Set(selection.postIds)];
    const posts = await many.byId(owner, ids);
    if (posts.length === 0) throw new NotFoundError('These posts no longer exist.');
    const there = new Set(posts.map(({ id }) => id));
    return { posts, gone: ids.filter((id) => !there.has(id)) };
  }
  const { filter, first, expected } = selection;
  const { posts, total } = await many.byFilter(owner, filter, first ?? BULK_MAX_POSTS);
  if (total === 0) throw new NotFoundError('No posts match any more.');
  if (expected !== null && expected !== total)
    throw new ConflictError(
      `${total.toLocaleString('en')} posts match now, not ${expected.toLocaleString('en')}. Nothing was changed. ` +
        'Check your list and try again.',
      { matching: total },
    );
  if (first === null && total > BULK_MAX_POSTS)
    throw InvalidInputError.of([
      {
        path: 'filter',
        message: `${total.toLocaleString('en')} posts match. Up to ${BULK_MAX_POSTS} can be changed at once.`,
      },
    ]);
  return { posts, gone: [] };
}
