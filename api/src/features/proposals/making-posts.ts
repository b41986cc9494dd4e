import { addDays } from 'date-fns/addDays';
import { addMinutes } from 'date-fns/addMinutes';
import { differenceInDays } from 'date-fns/differenceInDays';
import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { FACEBOOK } from '../../contract/networks.ts';
import { databaseTime } from '../../db/clock.ts';
import type { Owner } from '../../db/owner.ts';
import type { MediaService } from '../media/media.service.ts';
import type { Author } from '../posts/author.ts';
import { postsRepository } from '../posts/posts.repository.ts';
import type { SlotWithin } from '../slots/booking.ts';
import { needSlots } from '../slots/need-slots.ts';
import { nextFree, tooCloseTo } from '../slots/spacing.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';
import type { Proposal } from './proposal.ts';
import { proposalsRepository } from './proposals.repository.ts';

/** When a page is free for a post; `minutes` are those between two posts. */
export interface Room {
  readonly at: Date;
  /** The other post that is too close; null when none is. */
  readonly other: Date | null;
  readonly freeAt: Date;
  readonly minutes: number;
}

/**
 * Where a post at this time would stand on its page, in the transaction that is about to make it.
 * @param at null: as soon as the page is free
 */
export async function roomFor(trx: Knex, owner: Owner, pageId: PageId, at: Date | null): Promise<Room> {
  const from = at ?? (await databaseTime(trx));
  // What is taken is known until a day after `to`: a page may be full for longer.
  for (let to = from; ; to = addDays(from, 2 * differenceInDays(to, from) + 1)) {
    const { taken, spacingMinutes: minutes } = await takenTimesRepository(trx).taken(owner, [pageId], { from, to });
    const times = taken.get(pageId) ?? [];
    const freeAt = nextFree(from, times, minutes);
    if (at !== null || addMinutes(freeAt, minutes) <= addDays(to, 1))
      return { at: at ?? freeAt, other: at === null ? null : tooCloseTo(at, times, minutes), freeAt, minutes };
  }
}

/**
 * The page's next free slot that no other proposal waits for.
 * @throws RefusedError where it has none
 */
export async function slotFor(
  trx: Knex,
  owner: Owner,
  { pageId, within, exceptId }: { pageId: PageId; within: SlotWithin; exceptId: number },
): Promise<Date> {
  const waiting = await proposalsRepository(trx).waitingTimes(owner, pageId, exceptId);
  const { minutes } = await roomFor(trx, owner, pageId, null);
  let from = within.from;
  for (;;) {
    const [at] = (await needSlots(trx, owner, [{ pageId, ...within, from }])) as [Date];
    if (tooCloseTo(at, waiting, minutes) === null) return at;
    from = addMinutes(at, 1);
  }
}

/** Makes the post of what was approved, in the transaction that says so. */
export async function makePost(
  { trx, media }: { trx: Knex; media: Pick<MediaService, 'copyOfProposal'> },
  author: Author,
  proposal: Proposal,
  at: Date,
): Promise<PostId> {
  const posts = postsRepository(trx);
  const writer = await writerOf(trx, author, proposal);
  const id = await posts.create(writer ?? author, {
    target: FACEBOOK,
    facebookPageId: proposal.facebookPageId,
    article: null,
    placement: proposal.placement,
    mediaType: proposal.mediaType,
    content: proposal.content,
    contentType: proposal.contentType,
    tone: null,
    keywords: null,
    isAiGenerated: proposal.isAiGenerated,
    aiCallId: null,
    status: writer === null ? 'scheduled' : 'draft',
    scheduledAt: at,
    publishNow: false,
  });
  if (proposal.mediaType !== 'text') await media.copyOfProposal(trx, author, proposal.id, id);
  if (writer !== null) await posts.change(author, id, ['draft'], { status: 'scheduled', scheduledAt: at });
  return id;
}

/** Of what somebody else proposed, the story of the post says who wrote it and who let it through; null: its owner. */
async function writerOf(trx: Knex, author: Author, proposal: Proposal): Promise<Author | null> {
  const { authorId, userId, personName, tokenName } = proposal;
  if (authorId === userId || !('idHash' in author)) return null;
  const facebookId = await proposalsRepository(trx).authorAtFacebook(proposal.id);
  if (facebookId === null) return null;
  const token = tokenName === null ? null : ({ name: tokenName } as NonNullable<typeof author.token>);
  return { ...author, facebookId, name: personName, impersonator: null, token };
}
