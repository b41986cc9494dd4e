import type { Knex } from 'knex';
import type { TooClose } from '../../contract/compositions.ts';
import type { MediaService } from '../media/media.service.ts';
import type { Author } from '../posts/author.ts';
import { EDITABLE, isEditable } from '../posts/post-states.ts';
import type { PostPreconditions } from '../posts/post-preconditions.ts';
import type { Post } from '../posts/post.ts';
import { postsRepository, type PostChanges, type PostsRepository } from '../posts/posts.repository.ts';
import type { Publishing } from '../publishing/publishing.feature.ts';
import { refuseTimeAndSlot } from '../posts/post-slots.ts';
import type { SlotWithin } from '../slots/booking.ts';
import { inOwnersTurn } from '../slots/owners-turn.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';
import { checkFiles, giveFiles, type NewFiles } from '../posts/new-files.ts';
import { newWordsOf } from '../posts/stories.ts';
import { tellingOwner } from '../posts/telling-owner.ts';
import { compositionsRepository } from './compositions.repository.ts';
import { readingCompositions, type Composition } from './read-composition.ts';
import { newTimes } from './together-times.ts';
import { reasonOf, type Unchanged } from './unchanged.ts';

interface Deps {
  readonly db: Knex;
  readonly posts: PostsRepository;
  readonly preconditions: PostPreconditions;
  readonly media: Pick<MediaService, 'forNewPost' | 'checkForStory' | 'replaceOfMany' | 'removeUnneeded'>;
  readonly forgetAhead: Publishing['forgetAhead'];
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
  /** In the place of a time: each page at its own next free slot. */
  readonly nextSlot?: SlotWithin;
  readonly tooClose: TooClose;
  readonly files?: NewFiles & { readonly includeOwn: boolean };
}

/** Posts of several pages, changed together; those that cannot be are left, and said to be. */
export function changingTogether({ db, posts, preconditions, media, forgetAhead }: Deps) {
  const { read } = readingCompositions({ db, posts });

  return {
    /**
     * All that can be changed is changed, or nothing is.
     * @throws InvalidInputError for a time that is over, and for files that a post cannot have
     */
    async update(
      author: Author,
      id: number,
      changes: TogetherChanges,
    ): Promise<{ composition: Composition; unchanged: Unchanged[] }> {
      const { content, files } = changes;
      refuseTimeAndSlot(changes);
      if (changes.scheduledAt != null) await preconditions.futureInstant(changes.scheduledAt);
      if (files !== undefined) await checkFiles(media, author, files, (await read(author, id)).posts[0]?.placement);
      const left: Post[] = [];
      const changeAll = async (trx: Knex) => {
        await takenTimesRepository(trx).lock(author);
        // Read under the lock: what is a page's own is told by the common text and files of this moment.
        const found = await readingCompositions({ db: trx, posts: postsRepository(trx) }).read(author, id);
        const words = content ?? (files === undefined ? undefined : storyWords(found, files));
        if (words !== undefined) await compositionsRepository(trx).change(author, id, words);
        const times = await newTimes(trx, author, found, changes);
        const given: Post[] = [];
        const all = found.posts.map((post) => post.id);
        await tellingOwner(trx, author, all, async (told) => {
          for (const post of found.posts) {
            const change = changeOf(post, found, changes, times.get(post.id));
            if (Object.keys(change).length === 0 && isEditable(post.status)) continue;
            if (!(await postsRepository(told).change(author, post.id, EDITABLE, change))) left.push(post);
            else if (change.mediaType !== undefined) given.push(post);
          }
        });
        if (files === undefined || given[0] === undefined) return { before: found, hashes: [] };
        const postIds = given.map((post) => post.id);
        const old = await giveFiles({ media, forgetAhead }, trx, author, files, postIds);
        await compositionsRepository(trx).noteCommonMedia(author, id, given[0].id);
        return { before: found, hashes: old };
      };
      const { before, hashes } = await inOwnersTurn(db, author, () => db.transaction(changeAll));
      await media.removeUnneeded(hashes);
      const unchanged = [
        ...(await Promise.all(left.map((post) => reasonOf(preconditions, author, post)))),
        ...before.posts.filter((post) => !left.includes(post)).flatMap((post) => ownOf(post, before, changes)),
      ];
      return { composition: await read(author, id), unchanged };
    },
  };
}

function keepsOwnText(post: Post, common: string, { content, includeOwnTexts }: TogetherChanges): boolean {
  const hasOwn = post.placement === 'feed' && post.content !== common;
  return content !== undefined && !includeOwnTexts && hasOwn && isEditable(post.status);
}

function keepsOwnFiles(post: Post, { ownMedia }: Composition, { files }: TogetherChanges): boolean {
  return files !== undefined && !files.includeOwn && ownMedia.has(post.id) && isEditable(post.status);
}

/** What a page keeps because it has its own, said once. */
function ownOf(post: Post, before: Composition, changes: TogetherChanges): Unchanged[] {
  const kept = [
    ...(keepsOwnText(post, before.content, changes) ? ['text'] : []),
    ...(keepsOwnFiles(post, before, changes) ? ['files'] : []),
  ];
  if (kept.length === 0) return [];
  const stay = kept.includes('files') ? 'stay' : 'stays';
  return [{ post, message: `This page has its own ${kept.join(' and ')}, which ${stay}.` }];
}

/** What stories are called once they show these files; undefined for posts with a text. */
function storyWords({ posts: [first] }: Composition, files: NewFiles): string | undefined {
  return first?.placement === 'story' ? newWordsOf(first, undefined, files).content : undefined;
}

function changeOf(post: Post, before: Composition, changes: TogetherChanges, at: Date | undefined): PostChanges {
  const { content, contentType, tone, keywords, scheduledAt, files } = changes;
  const newFiles = keepsOwnFiles(post, before, changes) ? undefined : files;
  return {
    ...(keepsOwnText(post, before.content, changes) ? {} : newWordsOf(post, content, newFiles)),
    ...(newFiles === undefined ? {} : { mediaType: newFiles.mediaType }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(tone === undefined ? {} : { tone }),
    ...(keywords === undefined ? {} : { keywords }),
    ...(scheduledAt === null ? { status: 'draft' } : {}),
    ...(at === undefined ? {} : { status: 'scheduled', scheduledAt: at }),
  };
}
