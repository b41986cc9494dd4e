import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import { changingAs, type Author } from '../posts/author.ts';
import { SENT_BEFORE } from '../posts/post-preconditions.ts';
import { postsRepository } from '../posts/posts.repository.ts';
import { tellOwner } from '../impersonation/tell-owner.ts';
import { queueRepository, type OneSlot, type WaitingSlot } from './queue.repository.ts';
import { problemWords } from '../../problems/readers-words.ts';
import { CLEARED, rejectedFor, SKIPPED, type Reason } from './reasons.ts';
import type { VerdictOf } from '../rejections/rejection.ts';
import { settingsRepository } from './settings.repository.ts';

const OTHER_TEXT = 'This post has changed. Read it again before you decide.';
const ON_ITS_WAY = 'This post is being published right now.';

interface Deps {
  readonly db: Knex;
  /** Changes the text of a post, noting by whose hand. */
  editPost(trx: Knex, author: Author, postId: PostId, content: string): Promise<boolean>;
}

/** What a person decides about what automation is going to publish. */
export function queueService({ db, editPost }: Deps) {
  const queue = queueRepository(db);

  /** @throws NotFoundError when nothing of theirs waits under this id */
  async function need(author: Author, id: number): Promise<WaitingSlot> {
    const slot = await queue.find(author, id);
    if (slot === null) throw new NotFoundError('This post is no longer in the queue.');
    return slot;
  }

  /** @throws ConflictError or NotFoundError that says why a decision came too late */
  async function tooLate(author: Author, id: number): Promise<never> {
    throw new ConflictError((await need(author, id)).isPublishing ? ON_ITS_WAY : OTHER_TEXT);
  }

  async function leaveOut(author: Author, id: number, reason: Reason, hash: string | null = null): Promise<void> {
    const slot = await need(author, id);
    if ((await leavingOut(db, author, { id, hash }, reason)) > 0) return;
    if (slot.postId !== null && (await postsRepository(db).mayBeOut(author, slot.postId)))
      throw new ConflictError(SENT_BEFORE);
    await tooLate(author, id);
  }

  return {
    find: (author: Author, id: number): Promise<WaitingSlot | null> => queue.find(author, id),

    /** @throws ConflictError when the text is not the one of this hash any more */
    async edit(author: Author, id: number, hash: string, text: string): Promise<WaitingSlot> {
      await need(author, id);
      const isEdited =
        (await queue.editDraft(author, id, hash, text)) ||
        (await db.transaction(async (trx) => {
          const postId = await queueRepository(trx).lockPost(author, id, hash);
          return postId !== null && editPost(trx, author, postId, text);
        }));
      return isEdited ? need(author, id) : tooLate(author, id);
    },

    /** @throws ConflictError when the text is not the one of this hash any more, or the page is not connected */
    async approve(author: Author, id: number, hash: string): Promise<WaitingSlot> {
      const slot = await need(author, id);
      if (slot.state === 'draft' && slot.problem !== null)
        throw new ConflictError(problemWords(slot.problem, { now: slot.readAt }));
      // A second click finds the first one's post, and is answered as the first.
      if (slot.state === 'scheduled' && slot.contentHash === hash) return slot;
      if (slot.state !== 'draft') throw new ConflictError("This post isn't waiting for approval.");
      if (!(await approving(db, author, slot, hash))) {
        const now = await need(author, id);
        if (now.state === 'scheduled' && now.contentHash === hash) return now;
        throw new ConflictError(now.isPublishing ? ON_ITS_WAY : OTHER_TEXT);
      }
      return need(author, id);
    },

    /** @throws ConflictError when it is on its way out */
    skip: (author: Author, id: number): Promise<void> => leaveOut(author, id, SKIPPED),

    /**
     * Leaves it out, and says why.
     * @throws ConflictError when it is on its way out, or its text is not the one that was read any more
     */
    reject: (author: Author, id: number, verdict: VerdictOf): Promise<void> =>
      leaveOut(author, id, rejectedFor(verdict), verdict.hash),

    clear: (author: Author): Promise<number> =>
      db.transaction(async (trx) => {
        // Not while the next cycle is made: both change many slots.
        await settingsRepository(trx).lock(author);
        return leavingOut(trx, author, null, CLEARED);
      }),
  };
}
export type QueueService = ReturnType<typeof queueService>;

/** This slot, or all with null; whose they are is told. @returns how many */
const leavingOut = (db: Knex, author: Author, one: OneSlot | null, reason: Reason): Promise<number> =>
  db.transaction(async (trx) => {
    const left = await queueRepository(trx).leaveOut(author, one, reason);
    await tellOwner(trx, author, 'skipped', left);
    return left.length;
  });

const approving = (db: Knex, author: Author, slot: WaitingSlot, hash: string): Promise<boolean> =>
  db.transaction(async (trx) => {
    const isApproved = await changingAs(trx, author, (given) => queueRepository(given).approve(author, slot.id, hash));
    if (isApproved) await tellOwner(trx, author, 'planned', [slot]);
    return isApproved;
  });
