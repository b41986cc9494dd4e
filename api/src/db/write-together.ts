import { isDatabaseAway } from './database-errors.ts';
import { readTogether } from './read-together.ts';

/** One that takes longer waits for somebody's lock: the others do not wait with it. */
const WAITS_AFTER_MS = 20;

interface Ways<Given, Done> {
  /** The write of one, which may wait for a lock. */
  one(given: Given): Promise<Done>;
  /**
   * The same of several in one statement that waits for no lock of theirs.
   * @returns what became of each by its place; of those that are left out, each is written by itself
   */
  many(given: readonly Given[]): Promise<ReadonlyMap<number, Done>>;
}

/**
 * Writes what comes at the same time in one statement: under load a transaction for many, alone one of its own at once.
 * What goes wrong with one of them is told to that one.
 */
export function writeTogether<Given, Done>({ one, many }: Ways<Given, Done>): (given: Given) => Promise<Done> {
  // Each a promise in an object, since nobody is to wait for the slowest.
  const write = readTogether(async (all: readonly Given[]): Promise<readonly { readonly done: Promise<Done> }[]> => {
    const [only] = all;
    if (all.length === 1 && only !== undefined) {
      const alone = begun(one(only));
      await atMost(alone.done, WAITS_AFTER_MS);
      return [alone];
    }
    const written = await many(all).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      return new Map<number, Done>();
    });
    return all.map((given, place) =>
      begun(written.has(place) ? Promise.resolve(written.get(place) as Done) : one(given)),
    );
  });
  return async (given) => (await write(given)).done;
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
