import pLimit, { type LimitFunction } from 'p-limit';
import { TooManyRequestsError } from './errors.ts';

const RETRY_AFTER_SECONDS = 10;

interface Turns {
  /** In all; more than `perPerson`, so that nobody alone takes every turn. */
  readonly atOnce: number;
  readonly perPerson: number;
  /** Further ones of a person that may wait. */
  readonly waiting: number;
  /** How long each of them may. */
  readonly waitMs?: number;
  /** What somebody is told who has `count` of them already. */
  readonly refusal: (count: number) => string;
}

/**
 * Shares heavy work among people: whoever has much to do waits for their own turns, and stands in nobody else's way.
 * @returns runs work of that person in its turn @throws TooManyRequestsError when too many of theirs wait already, or
 * for too long
 */
export function turns({ atOnce, perPerson, waiting, waitMs, refusal }: Turns) {
  const everybody = pLimit(atOnce);
  const people = new Map<number, { readonly own: LimitFunction; inside: number }>();

  return async function inTurn<T>(person: number, work: () => Promise<T>): Promise<T> {
    const queue = people.get(person) ?? { own: pLimit(perPerson), inside: 0 };
    const refused = () => new TooManyRequestsError(refusal(queue.inside), RETRY_AFTER_SECONDS);
    if (queue.inside >= perPerson + waiting) throw refused();
    people.set(person, queue);
    queue.inside += 1;
    const patience = patienceOf(waitMs, refused);
    try {
      return await Promise.race([
        queue.own(() =>
          everybody(() => {
            patience.end();
            return work();
          }),
        ),
        patience.isOver,
      ]);
    } finally {
      queue.inside -= 1;
      if (queue.inside === 0) people.delete(person);
    }
  };
}

/** Rejects after `waitMs`, unless it was ended before; to end it later throws. */
function patienceOf(waitMs: number | undefined, refused: () => Error) {
  const { promise, reject } = Promise.withResolvers<never>();
  let failure: Error | null = null;
  const timer =
    waitMs === undefined
      ? undefined
      : setTimeout(() => {
          failure = refused();
          reject(failure);
        }, waitMs);
  return {
    isOver: promise,
    end(): void {
      clearTimeout(timer);
      if (failure !== null) throw failure;
    },
  };
}
