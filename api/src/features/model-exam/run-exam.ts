import pMap from 'p-map';
import type { Sat } from './figures.ts';
import type { GoldenCase } from './golden-case.ts';
import type { EndedBy } from './report.ts';
import { mostMicros } from '../ai-calls/cost.ts';

/** Answers that one exam waits for at a time: a small account of a provider takes about as many. */
const AT_ONCE = 12;

/** A case as one side is asked it. */
export interface Sitting<Side> {
  readonly side: Side;
  readonly golden: GoldenCase;
  readonly asked: ReturnType<GoldenCase['ask']>;
}

/** What came of asking: an answer that was judged, or what ends the exam. */
export type SitOutcome = Sat | { readonly endedBy: EndedBy; readonly problem: string | null };

interface Running<Side> {
  readonly sittings: readonly Sitting<Side>[];
  sit(sitting: Sitting<Side>, signal: AbortSignal): Promise<SitOutcome>;
  onSat(side: Side, sat: Sat): void;
  readonly limitMicros: number;
  /** Ends it early: somebody stopped it, or the time is up. */
  readonly signal: AbortSignal;
}

/**
 * Asks case after case, so many at a time. What is asked counts with the most that it can cost until its answer is
 * there, so the limit is never passed.
 * @returns what ended it before the last case; null: nothing did
 */
export async function runExam<Side>(exam: Running<Side>): Promise<Exclude<SitOutcome, Sat> | null> {
  const { sittings, sit, onSat, limitMicros, signal } = exam;
  const ending = new AbortController();
  const ends = AbortSignal.any([signal, ending.signal]);
  let micros = 0;
  let ended: Exclude<SitOutcome, Sat> | null = null;

  async function one(sitting: Sitting<Side>): Promise<void> {
    if (ends.aborted) return;
    const most = mostMicros(sitting.asked.model, sitting.asked);
    if (micros + most > limitMicros) return end({ endedBy: 'price', problem: null });
    micros += most;
    const outcome = await sit(sitting, ends);
    if ('endedBy' in outcome) {
      // Calls that were under way fail because of the first of them.
      if (!ends.aborted) end(outcome);
      return;
    }
    micros += outcome.micros - most;
    onSat(sitting.side, outcome);
  }

  function end(why: Exclude<SitOutcome, Sat>): void {
    ended ??= why;
    // What is under way may still be paid for, and is waited for where only the money is short.
    if (why.endedBy !== 'price') ending.abort();
  }

  await pMap(sittings, one, { concurrency: AT_ONCE });
  return ended;
}
