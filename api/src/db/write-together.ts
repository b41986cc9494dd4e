import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { isDatabaseAway, isHeldUp } from './database-errors.ts';
import { readTogether } from './read-together.ts';

/** One that takes longer waits for somebody's lock: the others do not wait with it. */
const WAITS_AFTER_MS = 20;
/** Those that wait for locks keep at most so many connections from the others. */
const WAITING_AT_ONCE = 2;
const AGAIN_AFTER_MS = 50;
/** Longer than a process that stands still may hold anything: see `idleInTransactionMs`. */
const INSISTS_FOR_MS = 12_000;

interface Ways<Given, Done> {
  /** The write of one. It does not wait long for a lock: it fails with what `isHeldUp` knows, and is asked again. */
  one(given: Given): Promise<Done>;
  /**
   * The same of several in one statement that waits for no lock of theirs.
   * @returns what became of each by its place; of those that are left out, each is written by itself
   */
  many(given: readonly Given[]): Promise<ReadonlyMap<number, Done>>;
}

/**
 * Writes what comes at the same time in one statement: under load a transaction for many, alone one of its own at once.
 * What goes wrong with one of them is told to that one, and whoever holds one of them holds up no other.
 */
export function writeTogether<Given, Done>({ one, many }: Ways<Given, Done>): (given: Given) => Promise<Done> {
  const byItself = insisting(one);
  // Each a promise in an object, since nobody is to wait for the slowest.
  const write = readTogether(async (all: readonly Given[]): Promise<readonly { readonly done: Promise<Done> }[]> => {
    const [only] = all;
    if (all.length === 1 && only !== undefined) {
      const alone = begun(
        one(only).catch((error: unknown) => {
          if (!isHeldUp(error)) throw error;
          return byItself(only);
        }),
      );
      await atMost(alone.done, WAITS_AFTER_MS);
      return [alone];
    }
    const written = await many(all).catch((error: unknown) => {
      // Nothing is gone but time where somebody held one of them: the others need not wait for the same.
      if (isDatabaseAway(error) && !isHeldUp(error)) throw error;
      return new Map<number, Done>();
    });
    return all.map((given, place) =>
      begun(written.has(place) ? Promise.resolve(written.get(place) as Done) : byItself(given)),
    );
  });
  return async (given) => (await write(given)).done;
}

/** One after the other, and again as long as somebody holds it, without a connection in between. */
function insisting<Given, Done>(one: (given: Given) => Promise<Done>): (given: Given) => Promise<Done> {
  const turns = pLimit(WAITING_AT_ONCE);
  return async (given) => {
    const began = performance.now();
    for (;;) {
      try {
        return await turns(() => one(given));
      } catch (error) {
        if (!isHeldUp(error) || performance.now() - began > INSISTS_FOR_MS) throw error;
      }
      await sleep(AGAIN_AFTER_MS);
    }
  };
}

/** Its failure is told to who waits for it. */
function begun<Done>(done: Promise<Done>): { readonly done: Promise<Done> } {
  done.catch(() => {});
  return { done };
}

async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const timer = new Promise<void>((resolve) => {
    late = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => {}), timer]);
  clearTimeout(late);
}
