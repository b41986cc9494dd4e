import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { administratorOf, tellOwner, type Change } from '../impersonation/tell-owner.ts';
import type { Author } from './author.ts';
import { manyPostsRepository, type ManyPost } from './many-posts.repository.ts';

const OF_POSTS = ['deleted', 'unscheduled', 'moved', 'planned', 'published'] as const satisfies readonly Change[];

/**
 * Does something to posts. Where an administrator does it in their owner's place, the owner is told in the same
 * transaction what it took off their schedule, put or moved there, or publishes at once.
 */
export async function tellingOwner<T>(
  db: Knex,
  author: Author,
  ids: readonly PostId[],
  work: (db: Knex) => Promise<T>,
): Promise<T> {
  if (administratorOf(author) === null) return work(db);
  return db.transaction(async (trx) => {
    const before = await postsOf(trx, author, ids);
    const result = await work(trx);
    await tellOfPosts(trx, author, before, await postsOf(trx, author, ids));
    return result;
  });
}

/** The same of posts that are made. @param idsOf those of them that may be news */
export async function tellingOwnerOfNew<T>(
  db: Knex,
  author: Author,
  make: (db: Knex) => Promise<T>,
  idsOf: (made: T) => readonly PostId[],
): Promise<T> {
  if (administratorOf(author) === null) return make(db);
  return db.transaction(async (trx) => {
    const made = await make(trx);
    await tellOfPosts(trx, author, new Map(), await postsOf(trx, author, idsOf(made)));
    return made;
  });
}

type Posts = ReadonlyMap<PostId, ManyPost>;

const postsOf = async (trx: Knex, author: Author, ids: readonly PostId[]): Promise<Posts> =>
  new Map((await manyPostsRepository(trx).byId(author, ids)).map((post) => [post.id, post]));

async function tellOfPosts(trx: Knex, author: Author, before: Posts, after: Posts): Promise<void> {
  const all = [...new Map([...before, ...after]).values()];
  for (const change of OF_POSTS)
    await tellOwner(
      trx,
      author,
      change,
      all.filter(({ id }) => whatBecame(before.get(id), after.get(id)) === change),
    );
}

/** One that waits for its next try is on the schedule, too. */
const isPlanned = (post: ManyPost | undefined) => post?.status === 'scheduled' || post?.status === 'publishing';

function whatBecame(before: ManyPost | undefined, after: ManyPost | undefined): Change | null {
  if (after?.isAskedForNow === true && before?.isAskedForNow !== true) return 'published';
  if (!isPlanned(before)) return isPlanned(after) ? 'planned' : null;
  if (after === undefined) return 'deleted';
  if (after.status === 'draft') return 'unscheduled';
  const isMoved = after.status === 'scheduled' && after.scheduledAt?.getTime() !== before?.scheduledAt?.getTime();
  return isMoved ? 'moved' : null;
}
