import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { networkFacts } from '../../contract/networks.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { SlotWithin } from '../slots/booking.ts';
import type { MediaService } from '../media/media.service.ts';
import { statesOpenTo, type Author } from './author.ts';
import { EDITABLE } from './post-states.ts';
import { invalid, type PostPreconditions } from './post-preconditions.ts';
import type { Post } from './post.ts';
import { checkFiles, giveFiles, needFilesTaken, type NewFiles } from './new-files.ts';
import { inOwnersTurn } from '../slots/owners-turn.ts';
import { nextSlotOf, refuseTimeAndSlot } from './post-slots.ts';
import { postsRepository, type PostChanges } from './posts.repository.ts';
import { newWordsOf } from './stories.ts';
import type { HeldByLoop } from './held-by-loop.ts';
import type { PublishingWhileWaited } from './publish-and-wait.ts';
import { tellingOwner } from './telling-owner.ts';

interface Deps {
  readonly db: Knex;
  readonly idempotency: Idempotency;
  readonly preconditions: PostPreconditions;
  readonly publishAndWait: PublishingWhileWaited['publishAndWait'];
  readonly takeBack: HeldByLoop['takeBack'];
  readonly forgetAhead: HeldByLoop['forgetAhead'];
  readonly media: Pick<MediaService, 'forNewPost' | 'checkForStory' | 'replaceOfMany' | 'removeUnneeded'>;
}

/** A change as somebody asks for it: `nextSlot` in the place of a time. */
type ChangeInput = Omit<PostChanges, 'status' | 'publishNow' | 'mediaType'> & {
  readonly nextSlot?: SlotWithin;
  readonly files?: NewFiles;
};

/** Moves posts in time and to other pages, wherever the loop is with them. */
export function changingPosts(deps: Deps) {
  const { db, idempotency, preconditions, publishAndWait, media } = deps;
  const { need, needPageFor, futureInstant, conflict, refuseProgram } = preconditions;

  const { moved, movedTogether } = movingPosts(deps);

  return {
    /**
     * @throws ConflictError when the post is on its way out or out; RefusedError where its page has no slot that was
     * asked for
     */
    async update(owner: Author, id: PostId, { nextSlot, files, content, ...asked }: ChangeInput): Promise<Post> {
      refuseTimeAndSlot({ ...asked, ...(nextSlot === undefined ? {} : { nextSlot }) });
      const post = await need(owner, id);
      await refuseProgram(owner, id);
      const changes = { ...asked, ...newWordsOf(post, content, files) };
      if (changes.facebookPageId !== undefined) await needPageFor(owner, post, changes.facebookPageId);
      const move = await moveOf(changes, futureInstant);
      if (files !== undefined) {
        needFilesTaken(post.target);
        await checkFiles(media, owner, files, post.placement);
      }
      const together = () =>
        movedTogether(owner, post, move, {
          ...(nextSlot === undefined ? {} : { nextSlot }),
          ...(files === undefined ? {} : { files }),
        });
      const isAlone = nextSlot === undefined && files === undefined;
      const isMoved = isAlone
        ? await moved(db, owner, id, move)
        : await (nextSlot === undefined ? together() : inOwnersTurn(db, owner, together));
      if (!isMoved) throw await conflict(owner, post.id, openStates(owner, move));
      return need(owner, id);
    },

    /**
     * Publishes right now, on `pageId` where given. The same key again waits for the end of the first and answers that.
     */
    async publish(
      owner: Author,
      id: PostId,
      pageId: PageId | null,
      idempotencyKey: IdempotencyKey | null,
    ): Promise<Post> {
      const known = await idempotency.find(owner, idempotencyKey);
      if (known !== null) return publishAndWait(owner, known);
      const post = await need(owner, id);
      await refuseProgram(owner, id);
      if (pageId !== null) await needPageFor(owner, post, pageId);
      if (networkFacts(post.target).hasPages && pageId === null && post.facebookPageId === null)
        throw invalid('pageId', 'Please select a Facebook page to publish this post.');
      const move: PostChanges = {
        status: 'scheduled',
        publishNow: true,
        ...(pageId === null ? {} : { facebookPageId: pageId }),
      };
      await idempotency.once(owner, idempotencyKey, async (db) => {
        const from = openStates(owner, move);
        const isAsked = await tellingOwner(db, owner, [id], (given) =>
          postsRepository(given).change(owner, id, from, move),
        );
        if (!isAsked) throw await conflict(owner, id, from, postsRepository(db));
        return id;
      });
      return publishAndWait(owner, id);
    },
  };
}

const openStates = (author: Author, { status }: PostChanges) => statesOpenTo(author, EDITABLE, status === 'scheduled');

/** One post, and what goes with its change. */
function movingPosts({ db, media, takeBack, forgetAhead }: Deps) {
  const moved = (where: Knex, owner: Author, id: PostId, move: PostChanges) =>
    tellingOwner(
      where,
      owner,
      [id],
      async (given) =>
        (await postsRepository(given).change(owner, id, openStates(owner, move), move)) ||
        (move.status !== undefined &&
          openStates(owner, move).includes('scheduled') &&
          (await moveTakenBack({ db: given, takeBack }, owner, id, move))),
    );

  /** Together: a slot with the post that takes it, and a post with its files. */
  async function movedTogether(
    owner: Author,
    post: Post,
    move: PostChanges,
    { nextSlot, files }: Pick<ChangeInput, 'nextSlot' | 'files'>,
  ): Promise<boolean> {
    const pageId = move.facebookPageId ?? post.facebookPageId;
    let hashes: readonly string[] = [];
    const isMoved = await db.transaction(async (trx) => {
      const scheduledAt =
        nextSlot === undefined ? null : await nextSlotOf(trx, owner, pageId, { within: nextSlot, postId: post.id });
      const whole = {
        ...move,
        ...(scheduledAt === null ? {} : { status: 'scheduled' as const, scheduledAt }),
        ...(files === undefined ? {} : { mediaType: files.mediaType }),
      };
      if (!(await moved(trx, owner, post.id, whole))) return false;
      if (files !== undefined) hashes = await giveFiles({ media, forgetAhead }, trx, owner, files, [post.id]);
      return true;
    });
    await media.removeUnneeded(hashes);
    return isMoved;
  }

  return { moved, movedTogether };
}

/** A post that waits for its next try, with nothing visible sent, gets another time or leaves the schedule. */
function moveTakenBack(
  { db, takeBack }: Pick<Deps, 'db' | 'takeBack'>,
  owner: Author,
  id: PostId,
  move: PostChanges,
): Promise<boolean> {
  return db.transaction(
    async (trx) => (await takeBack(trx, owner, id)) && postsRepository(trx).change(owner, id, ['publishing'], move),
  );
}

/** Where a time goes, the post goes with it: without one it is a draft. */
async function moveOf(changes: PostChanges, futureInstant: PostPreconditions['futureInstant']): Promise<PostChanges> {
  if (changes.scheduledAt === undefined) return changes;
  if (changes.scheduledAt === null) return { ...changes, status: 'draft' };
  return { ...changes, status: 'scheduled', scheduledAt: await futureInstant(changes.scheduledAt) };
}
