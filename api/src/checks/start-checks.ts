import { setTimeout as sleep } from 'node:timers/promises';

/** What has to be so before a process works beside others on one database. */
export interface StartCheck {
  /** In the sentence about one that does not come to an end. */
  readonly name: string;
  /** What is wrong and what to do, in sentences; null where all is well. */
  find(): Promise<string | null>;
  /** What is wrong may pass by itself: the process waits, and says why. Else it ends. */
  readonly mayPass?: boolean;
}

interface Deps {
  /** Waits, and says why, until nothing hinders any more. */
  untilNothingHinders(find: () => Promise<string | null>): Promise<void>;
  end(sentence: string): never;
  /** For each; whatever is asked may be silent. */
  readonly withinMs?: number;
}

const WITHIN_MS = 15_000;

/** Runs one check after the other, and goes on when all is well. */
export async function passChecks(
  checks: readonly StartCheck[],
  { untilNothingHinders, end, withinMs = WITHIN_MS }: Deps,
): Promise<void> {
  for (const check of checks) {
    const find = () => answerOf(check, withinMs);
    if (check.mayPass === true) await untilNothingHinders(find);
    else {
      const sentence = await find();
      if (sentence !== null) end(sentence);
    }
  }
}

async function answerOf({ name, find }: StartCheck, withinMs: number): Promise<string | null> {
  const over = new AbortController();
  try {
    return await Promise.race([
      find().catch((error: Error) => `${name} cannot be checked: ${error.message}`),
      sleep(withinMs, `${name} cannot be checked: there was no answer within ${withinMs / 1000} s.`, {
        signal: over.signal,
      }),
    ]);
  } finally {
    over.abort();
  }
}
