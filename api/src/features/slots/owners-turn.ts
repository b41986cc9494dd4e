import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import { turns } from '../../http/turns.ts';

/** As many as a program sends at once. They keep nothing from anybody but their own person. */
const WAITING = 100;
/** Longer than the sheet of a program takes; a model that waits still hears what came of it. */
export const WAIT_MS = 20_000;

const turnsOver = new WeakMap<Knex, ReturnType<typeof turns>>();

function turnsOf(pool: Knex): ReturnType<typeof turns> {
  const made =
    turnsOver.get(pool) ??
    turns({
      atOnce: Infinity,
      perPerson: 1,
      waiting: WAITING,
      waitMs: WAIT_MS,
      refusal: () => 'Your other posts are still being made. Nothing was done. Wait a few seconds, then try again.',
    });
  turnsOver.set(pool, made);
  return made;
}

/**
 * Work that begins with `takenTimesRepository.lock`, of one owner one after the other: it waits here, before it has a
 * connection of this pool. With one each, the calls of one person would wait for each other until nobody else got any.
 * @throws TooManyRequestsError when too many are before it, or for too long
 */
export const inOwnersTurn = <T>(pool: Knex, { userId }: Owner, work: () => Promise<T>): Promise<T> =>
  turnsOf(pool)(userId, work);
