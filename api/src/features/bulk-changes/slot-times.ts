import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import type { ManyPost } from '../posts/many-posts.repository.ts';
import { bookSlots } from '../slots/booking.ts';
import { whyNot } from './reasons.ts';

/**
 * The next free slot of its page for each of these posts, in their order, in the transaction that puts them there. A
 * post that gets none stays where it is, and nobody gets its place.
 */
export async function slotTimes(
  trx: Knex,
  owner: Owner,
  selected: readonly ManyPost[],
  from: Date | null,
): Promise<ReadonlyMap<PostId, Date>> {
  let moving = selected.flatMap((post) =>
    post.facebookPageId === null || whyNot(post) !== null ? [] : [{ id: post.id, pageId: post.facebookPageId }],
  );
  for (;;) {
    const times = await book(trx, owner, moving, from);
    if (times.size === moving.length) return times;
    moving = moving.filter(({ id }) => times.has(id));
  }
}

async function book(
  trx: Knex,
  owner: Owner,
  moving: readonly { id: PostId; pageId: PageId }[],
  from: Date | null,
): Promise<Map<PostId, Date>> {
  const requests = moving.map(({ pageId }) => ({ pageId, from, before: null }));
  const ids = moving.map(({ id }) => id);
  const booked = await bookSlots(trx, owner, requests, ids);
  return new Map(
    ids.flatMap((id, place) => {
      const at = booked[place] ?? null;
      return at === null ? [] : [[id, at] as const];
    }),
  );
}
