import type { Logger } from 'pino';

/** Something that may keep this process from its work, now or later. */
export interface Watch {
  /** In logs and metrics. */
  readonly name: string;
  /** People are not sent here either. */
  readonly isForPeople: boolean;
  /** What is wrong and what to do, in sentences; null where all is well. */
  find(): Promise<string | null>;
}

/** What keeps this process from its work just now. */
export interface Hold {
  readonly name: string;
  readonly isForPeople: boolean;
  readonly sentence: string;
}

/** Where 1 is told for what keeps it, and 0 for what does not. */
interface Told {
  set(labels: { readonly reason: string }, value: number): void;
}

/** What was read is good for so long: nothing that is watched decides by itself what goes out. */
const AGE_LIMIT_MS = 1000;

/**
 * What keeps the loop of this process from claiming, though the process lives and its database answers. Its posts are
 * left to other processes, and to this one as soon as nothing keeps it any more.
 */
export function createHolds({ metrics, log }: { metrics: { readonly loopHeld: Told }; log: Logger }) {
  const watches: Watch[] = [];
  let holds: readonly Hold[] = [];
  /** A reading of `performance.now()`. */
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const began = performance.now();
    const sentences = await Promise.all(watches.map((watch) => watch.find()));
    const found = watches.flatMap(({ name, isForPeople }, n) => {
      const sentence = sentences[n] ?? null;
      return sentence === null ? [] : [{ name, isForPeople, sentence }];
    });
    tell(found);
    [holds, readAt] = [found, began];
  }

  function tell(found: readonly Hold[]): void {
    for (const { name } of watches) {
      const [was, is] = [holds, found].map((all) => all.some((hold) => hold.name === name));
      metrics.loopHeld.set({ reason: name }, is === true ? 1 : 0);
      if (is === was) continue;
      if (is === true)
        log.error({ reason: name, hint: found.find((hold) => hold.name === name)?.sentence }, 'loop.held');
      else log.info({ reason: name }, 'loop.goes-on');
    }
  }

  return {
    add(watch: Watch): void {
      watches.push(watch);
      readAt = -Infinity;
    },

    /**
     * @param maxAgeMs of what was read before
     * @throws what the database says, where it does not answer
     */
    async find(maxAgeMs = AGE_LIMIT_MS): Promise<readonly Hold[]> {
      if (watches.length > 0 && performance.now() - readAt >= maxAgeMs) {
        reading ??= read().finally(() => {
          reading = null;
        });
        await reading;
      }
      return holds;
    },
  };
}
export type Holds = ReturnType<typeof createHolds>;
