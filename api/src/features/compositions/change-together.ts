import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { AppError } from '../../http/errors.ts';
import type { Author } from '../posts/author.ts';
import { EDITABLE, isEditable } from '../posts/post-states.ts';
import type { PostPreconditions } from '../posts/post-preconditions.ts';
import type { Post } from '../posts/post.ts';
import { postsRepository, type PostChanges, type PostsRepository } from '../posts/posts.repository.ts';
import type { PostsService } from '../posts/posts.service.ts';
import { compositionsRepository } from './compositions.repository.ts';
import { periodOf, refuseTooClose } from './free-times.ts';
import { pageTimesRepository } from './page-times.repository.ts';
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
  readonly mayBeTooClose: boolean;
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
      const before = await read(author, id);
      if (changes.scheduledAt != null) await preconditions.futureInstant(changes.scheduledAt);
      const left: Post[] = [];
      await db.transaction(async (trx) => {
        await compositionsRepository(trx).lock(author);
        if (changes.content !== undefined) await compositionsRepository(trx).change(author, id, changes.content);
        const changeable = before.posts.filter((post) => isEditable(post.status));
        const times = timesOf(changeable, changes.scheduledAt);
        if (!changes.mayBeTooClose) await refuseCloseTimes(trx, author, id, changeable, times);
        for (const post of before.posts) {
          const change = changeOf(post, before.content, changes, times.get(post.id));
          if (Object.keys(change).length === 0 && isEditable(post.status)) continue;
          if (!(await postsRepository(trx).change(author, post.id, EDITABLE, change))) left.push(post);
        }
      });
      const unchanged = [
        ...(await Promise.all(left.map((post) => reasonOf(author, post)))),
        ...before.posts
          .filter((post) => !left.includes(post) && keepsOwnText(post, before.content, changes))
          .map((post) => ({ post, message: OWN_TEXT })),
      ];
      return { composition: await read(author, id), unchanged };
    },

    /** Deletes all posts that are not out. One after the other, as each takes its files along. */
    async remove(author: Author, id: number): Promise<{ deleted: number; unchanged: Unchanged[] }> {
      const { posts: tied } = await read(author, id);
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

async function refuseCloseTimes(
  trx: Knex,
  owner: Owner,
  compositionId: number,
  changeable: readonly Post[],
  times: ReadonlyMap<PostId, Date>,
): Promise<void> {
  const moved = changeable.flatMap(({ id, facebookPageId, pageName }) => {
    const scheduledAt = times.get(id);
    if (scheduledAt === undefined || facebookPageId === null) return [];
    return [{ facebookPageId, name: pageName ?? '', scheduledAt }];
  });
  if (moved.length === 0) return;
  const pageIds = moved.map(({ facebookPageId }) => facebookPageId);
  const found = await pageTimesRepository(trx).taken(owner, pageIds, {
    ...periodOf(moved.map(({ scheduledAt }) => scheduledAt)),
    compositionId,
  });
  refuseTooClose(moved, new Map(moved.map((one) => [one.facebookPageId, one])), found);
}
