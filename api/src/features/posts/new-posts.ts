import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { networkFacts } from '../../contract/networks.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { MediaService } from '../media/media.service.ts';
import type { SlotWithin } from '../slots/booking.ts';
import { inOwnersTurn } from '../slots/owners-turn.ts';
import type { Author } from './author.ts';
import { wordsFor } from './missing-words.ts';
import { invalid, type PostPreconditions } from './post-preconditions.ts';
import { postInputs, type PostInput } from './post-input.ts';
import { newWordsOf, withItsWords } from './stories.ts';
import { nextSlotOf, refuseTimeAndSlot } from './post-slots.ts';
import { postsRepository, type PostCopy } from './posts.repository.ts';
import { tellingOwnerOfNew } from './telling-owner.ts';

interface Deps {
  readonly db: Knex;
  readonly idempotency: Idempotency;
  readonly media: MediaService;
  readonly aiCalls: Pick<AiCalls, 'hasCalledAi'>;
  readonly preconditions: PostPreconditions;
}

/** A copy as somebody asks for it: at a time, or at the page's first free slot within one. */
export type CopyInput = Omit<PostCopy, 'scheduledAt'> & {
  readonly scheduledAt: Date | null;
  readonly nextSlot?: SlotWithin;
};

/** Makes posts, each once under the key that it was asked for with. */
export function newPosts({ db, idempotency, media, aiCalls, preconditions }: Deps) {
  const duplicateOnce = copyingPosts({ db, idempotency, media, preconditions });
  const { filesOf, placeOf } = postInputs({ media, preconditions });

  async function createOnce(owner: Author, given: PostInput, idempotencyKey: IdempotencyKey | null): Promise<PostId> {
    const input = withItsWords(given);
    const place = await placeOf(owner, input);
    if (input.aiCallId !== null && !(await aiCalls.hasCalledAi(owner, input.aiCallId)))
      throw new NotFoundError('This generated text no longer exists.');
    const publishNow = input.status === 'published';
    const status = input.status === 'draft' ? 'draft' : 'scheduled';
    const { nextSlot } = input;
    refuseTimeAndSlot(input);
    if (nextSlot !== undefined && input.status !== 'scheduled')
      throw invalid('nextSlot', 'Only a scheduled post takes a slot.');
    const isTimed = input.status === 'scheduled' && nextSlot === undefined;
    const scheduledAt = isTimed ? await preconditions.futureInstant(input.scheduledAt, wordsFor(input)) : null;
    const files = await filesOf(owner, input);
    const post = {
      ...input,
      ...place,
      status,
      scheduledAt,
      publishNow,
      mediaType: input.media?.type ?? 'text',
    } as const;
    const create = async (keyed: Knex) =>
      files === null && nextSlot === undefined
        ? postsRepository(keyed).create(owner, post)
        : keyed.transaction(async (trx) => {
            const at = nextSlot && (await nextSlotOf(trx, owner, place.facebookPageId, { within: nextSlot }));
            // Together: the loop must not see the post without its file, not even for a moment.
            const id = await postsRepository(trx).create(owner, { ...post, scheduledAt: at ?? scheduledAt });
            if (files !== null) await media.attach(trx, owner, files, id);
            return id;
          });
    const make = () =>
      idempotency.once(owner, idempotencyKey, (keyed) => tellingOwnerOfNew(keyed, owner, create, (id) => [id]));
    return nextSlot === undefined ? make() : inOwnersTurn(db, owner, make);
  }

  return {
    /** The post of this key, made now where it is not there yet. */
    create: async (owner: Author, input: PostInput, idempotencyKey: IdempotencyKey | null): Promise<PostId> =>
      (await idempotency.find(owner, idempotencyKey)) ?? (await createOnce(owner, input, idempotencyKey)),

    /** A copy of a post of any status, with its files; that of this key where it is there already. */
    duplicate: async (
      owner: Author,
      id: PostId,
      copy: CopyInput,
      idempotencyKey: IdempotencyKey | null,
    ): Promise<PostId> =>
      (await idempotency.find(owner, idempotencyKey)) ?? (await duplicateOnce(owner, id, copy, idempotencyKey)),
  };
}

function copyingPosts({ db, idempotency, media, preconditions }: Omit<Deps, 'aiCalls'>) {
  const { need, needPageFor, futureInstant } = preconditions;

  return async function duplicateOnce(
    owner: Author,
    id: PostId,
    { nextSlot, ...copy }: CopyInput,
    idempotencyKey: IdempotencyKey | null,
  ): Promise<PostId> {
    refuseTimeAndSlot({ ...copy, ...(nextSlot === undefined ? {} : { nextSlot }) });
    const original = await need(owner, id);
    const { content, ...others } = copy;
    if (copy.facebookPageId !== undefined) await needPageFor(owner, original, copy.facebookPageId);
    else if (networkFacts(original.target).hasPages && original.facebookPageId === null)
      throw invalid('facebookPageId', 'Please select a Facebook page to schedule this post.');
    const pageId = copy.facebookPageId ?? original.facebookPageId;
    const time = nextSlot === undefined ? await futureInstant(copy.scheduledAt) : null;
    const copied = (keyed: Knex) =>
      keyed.transaction(async (trx) => {
        const scheduledAt = time ?? (await nextSlotOf(trx, owner, pageId, { within: nextSlot! }));
        const made = await postsRepository(trx).duplicate(owner, id, {
          ...others,
          ...newWordsOf(original, content),
          scheduledAt,
        });
        await media.copy(trx, id, [made]);
        return made;
      });
    const make = () =>
      idempotency.once(owner, idempotencyKey, (keyed) => tellingOwnerOfNew(keyed, owner, copied, (made) => [made]));
    return nextSlot === undefined ? make() : inOwnersTurn(db, owner, make);
  };
}
