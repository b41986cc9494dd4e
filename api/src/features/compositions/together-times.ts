import type { Knex } from 'knex';
import type { TooClose } from '../../contract/compositions.ts';
import type { PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { isEditable } from '../posts/post-states.ts';
import type { Post } from '../posts/post.ts';
import type { SlotWithin } from '../slots/booking.ts';
import { needSlots } from '../slots/need-slots.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';
import { keepingDistance, periodOf } from './free-times.ts';
import type { Composition } from './read-composition.ts';

/** When posts are to go out that move together. */
interface NewTimes {
  readonly scheduledAt?: Date | null;
  readonly nextSlot?: SlotWithin;
  readonly tooClose: TooClose;
}

/**
 * The new time of each post that may be moved, in a transaction that moves them.
 * @throws ConflictError for posts too close to others; RefusedError that names the pages without a free slot
 */
export function newTimes(
  trx: Knex,
  owner: Owner,
  composition: Composition,
  { nextSlot, ...asked }: NewTimes,
): Promise<ReadonlyMap<PostId, Date>> {
  return nextSlot === undefined
    ? spacedTimes(trx, owner, composition, asked)
    : slotsOf(trx, owner, composition, nextSlot);
}

async function slotsOf(
  trx: Knex,
  owner: Owner,
  { posts }: Composition,
  within: SlotWithin,
): Promise<ReadonlyMap<PostId, Date>> {
  const movable = posts.flatMap(({ id, facebookPageId: pageId, status }) =>
    pageId !== null && isEditable(status) ? [{ id, pageId }] : [],
  );
  const booked = await needSlots(
    trx,
    owner,
    movable.map(({ pageId }) => ({ pageId, ...within })),
    movable.map(({ id }) => id),
  );
  return new Map(movable.map(({ id }, place) => [id, booked[place]!]));
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
  { scheduledAt, tooClose }: NewTimes,
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
