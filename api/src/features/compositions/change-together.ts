import type { Knex } from 'knex';
import type { TooClose } from '../../contract/compositions.ts';
import type { PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { AppError } from '../../http/errors.ts';
import type { Author } from '../posts/author.ts';
import { EDITABLE, isEditable } from '../posts/post-states.ts';
import type { PostPreconditions } from '../posts/post-preconditions.ts';
import type { Post } from '../posts/post.ts';
import { postsRepository, type PostChanges, type PostsRepository } from '../posts/posts.repository.ts';
import type { PostsService } from '../posts/posts.service.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';
import { compositionsRepository } from './compositions.repository.ts';
import { keepingDistance, periodOf } from './free-times.ts';
import { readingCompositions, type Composition } from './read-composition.ts';

interface Deps {
  readonly db: Knex;
  readonly posts: PostsRepository;
  readonly preconditions: PostPreconditions;
  readonly removePost: PostsService['remove'];
}

/** What is to be different in all posts of a composition. */
export interface TogetherChanges {
  readonly content?: string;
  readonly includeOwnTexts: boolean;
  readonly contentType?: string;
  readonly tone?: string | null;
  readonly keywords?: string | null;
  /** Of the earliest; the others keep their distance from it. null: off the schedule. */
  readonly scheduledAt?: Date | null;
  readonly tooClose: TooClose;
}

/** A post that was left as it is, and why. */
export interface Unchanged {
  readonly post: Post;
  readonly message: string;
}

const OWN_TEXT = 'This page has its own text, which stays.';

/** Posts of several pages, changed and deleted together; those that cannot be are left, and said to be. */
export function changingTogether({ db, posts, preconditions, removePost }: Deps) {
  const { read } = readingCompositions({ db, posts });

  /** Says in words what keeps a post from being changed or deleted. */
  async function reasonOf(owner: Owner, post: Post): Promise<Unchanged> {
    return { post, message: (await preconditions.conflict(owner, post.id)).message };
  }

  return {
    async update(
      author: Author,
      id: number,
      changes: TogetherChanges,
    ): Promise<{ composition: Composition; unchanged: Unchanged[] }> {
      if (changes.scheduledAt != null) await preconditions.futureInstant(changes.scheduledAt);
      const left: Post[] = [];
      const before = await db.transaction(async (trx) => {
        await takenTimesRepository(trx).lock(author);
        // Read under the lock: which texts are a page's own is told by the common one of this moment.
        const found = await readingCompositions({ db: trx, posts: postsRepository(trx) }).read(author, id);
        if (changes.content !== undefined) await compositionsRepository(trx).change(author, id, changes.content);
        const times = await spacedTimes(trx, author, found, changes);
        for (const post of found.posts) {
          const change = changeOf(post, found.content, changes, times.get(post.id));
          if (Object.keys(change).length === 0 && isEditable(post.status)) continue;
          if (!(await postsRepository(trx).change(author, post.id, EDITABLE, change))) left.push(post);
        }
        return found;
      });
      const unchanged = [
        ...(await Promise.all(left.map((post) => reasonOf(author, post)))),
        ...before.posts
          .filter((post) => !left.includes(post) && keepsOwnText(post, before.content, changes))
          .map((post) => ({ post, message: OWN_TEXT })),
      ];
      return { composition: await read(author, id), unchanged };
    },

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
          if (post.status === 'published') unchanged.push(await reasonOf(author, post));
          else await removePost(author, post.id, false);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          unchanged.push({ post, message: error.message });
        }
      }
      return { deleted: tied.length - unchanged.length, unchanged };
    },
  };
}

function keepsOwnText(post: Post, common: string, { content, includeOwnTexts }: TogetherChanges): boolean {
  return content !== undefined && !includeOwnTexts && post.content !== common && isEditable(post.status);
}

function changeOf(post: Post, common: string, changes: TogetherChanges, at: Date | undefined): PostChanges {
  const { content, contentType, tone, keywords, scheduledAt } = changes;
  return {
    ...(content === undefined || keepsOwnText(post, common, changes) ? {} : { content }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(tone === undefined ? {} : { tone }),
    ...(keywords === undefined ? {} : { keywords }),
    ...(scheduledAt === null ? { status: 'draft' } : {}),
    ...(at === undefined ? {} : { status: 'scheduled', scheduledAt: at }),
  };
}

/** The new time of each post: what had none gets that of the earliest. */
function timesOf(changeable: readonly Post[], first: Date | null | undefined): ReadonlyMap<PostId, Date> {
  if (first == null) return new Map();
  const old = changeable.flatMap(({ scheduledAt }) => (scheduledAt === null ? [] : [scheduledAt.getTime()]));
  const earliest = Math.min(...old);
  return new Map(
    changeable.map(({ id, scheduledAt }) => [
      id,
      new Date(first.getTime() + (scheduledAt === null ? 0 : scheduledAt.getTime() - earliest)),
    ]),
  );
}

/** The new times, at their distance from other posts of the same pages where that is wanted. */
async function spacedTimes(
  trx: Knex,
  owner: Owner,
  { posts }: Composition,
  { scheduledAt, tooClose }: TogetherChanges,
): Promise<ReadonlyMap<PostId, Date>> {
  const changeable = posts.filter((post) => isEditable(post.status));
  const times = timesOf(changeable, scheduledAt);
  const moved = changeable.flatMap(({ id: postId, facebookPageId, pageName }) => {
    const at = times.get(postId);
    if (at === undefined || facebookPageId === null) return [];
    return [{ postId, facebookPageId, name: pageName ?? '', scheduledAt: at }];
  });
  if (moved.length === 0) return times;
  const pageIds = moved.map(({ facebookPageId }) => facebookPageId);
  const found = await takenTimesRepository(trx).taken(owner, pageIds, {
    ...periodOf(moved.map((one) => one.scheduledAt)),
    exceptPostIds: moved.map(({ postId }) => postId),
  });
  const names = new Map(moved.map((one) => [one.facebookPageId, one]));
  const spaced = keepingDistance(moved, names, { ...found, tooClose });
  return new Map([...times, ...spaced.map((one) => [one.postId, one.scheduledAt] as const)]);
}
