import pLimit, { type LimitFunction } from 'p-limit';
import { TooManyRequestsError } from '../../http/errors.ts';

const RETRY_AFTER_SECONDS = 10;

/**
 * Shares heavy work among people: whoever has much to do waits for their own turns, and stands in nobody else's way.
 * @param atOnce in all; more than `perPerson`, so that nobody alone takes every turn
 * @param waiting further ones of a person that may wait
 * @returns runs work of that person in its turn @throws TooManyRequestsError when too many of theirs wait already
 */
export function turns({ atOnce, perPerson, waiting }: { atOnce: number; perPerson: number; waiting: number }) {
  const house = pLimit(atOnce);
  const people = new Map<number, { readonly own: LimitFunction; inside: number }>();

  return async function inTurn<T>(person: number, work: () => Promise<T>): Promise<T> {
    const queue = people.get(person) ?? { own: pLimit(perPerson), inside: 0 };
    if (queue.inside >= perPerson + waiting) {
      throw new TooManyRequestsError(`We are still working on ${queue.inside} of your files. Wait until some of them are ready, then send this one again.`, RETRY_AFTER_SECONDS);
    }
    people.set(person, queue);
    queue.inside += 1;
    try {
      return await queue.own(() => house(work));
    } finally {
      queue.inside -= 1;
      if (queue.inside === 0) people.delete(person);
    }
  };
}
