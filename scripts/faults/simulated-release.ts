import { chanceFrom } from '../../api/sandbox/chance.ts';
import { NO_EVIDENCE } from '../../api/src/features/release-judge/evidence.ts';
import { JUDGED_METRICS, type JudgedMetric } from '../../api/src/contract/release-judgements.ts';
import type { HardFailure } from '../../api/src/features/release-judge/hard-failure.ts';
import { judge } from '../../api/src/features/release-judge/judge.ts';
import type { Of, Verdict } from '../../api/src/features/release-judge/verdict.ts';
import { SimulatedCounts, type Known } from './simulated-counts.ts';
import { DAY_MS, MINUTE_MS, type SimulatedPerson, type Traffic } from './simulated-traffic.ts';

/** What a release adds to what goes wrong anyhow: of each visit this part. */
export type SimulatedFault = Partial<Record<JudgedMetric, number>>;

export interface Outcome {
  readonly verdict: Verdict;
  /** Since the share began; null for one that was not taken back. */
  readonly takenBackAfterMs: number | null;
  /** How many people met the fault itself. */
  readonly metBy: number;
}

/** A share grows as teams let it. */
const STEPS = [
  { from: 0, share: 0.05 },
  { from: DAY_MS, share: 0.25 },
  { from: 2 * DAY_MS, share: 0.5 },
];
const LOOKS_EVERY_MS = 5000;
/** It goes wrong so long after the area came. */
const AFTER_MS = 2000;
/** Tries a version on this traffic for three days, or until it is taken back. The same for the same seed. */
export function simulatedRelease(traffic: Traffic, seed: number, fault: SimulatedFault = {}): Outcome {
  const visits = traffic.people
    .flatMap((person) => person.visits.map((at) => ({ person, at })))
    .toSorted((a, b) => a.at - b.at);
  const happens = happenings(traffic, chanceFrom(`release ${seed}`), fault);
  const history = historyOf(traffic);
  const counts = new SimulatedCounts();
  const harmed = new Set<SimulatedPerson>();
  let evidence = NO_EVIDENCE;
  let verdict: Verdict = { kind: 'too-few', people: 0, basePeople: 0 };
  const look = (now: number) => {
    ({ evidence, verdict } = judge(evidence, counts.observed(shareAt(now), history, now)));
    return verdict.kind === 'worse';
  };
  let lookAt: number | null = null;
  for (const { person, at } of visits) {
    if (lookAt !== null && lookAt < at) {
      if (look(lookAt)) return { verdict, takenBackAfterMs: lookAt, metBy: harmed.size };
      lookAt = null;
    }
    const known = counts.came(person, person.place < shareAt(at) ? 'candidate' : 'base', at);
    const { met, isFault } = happens(person, known, at);
    if (isFault) harmed.add(person);
    if (counts.met(known, met, at + AFTER_MS)) lookAt ??= Math.ceil((at + AFTER_MS) / LOOKS_EVERY_MS) * LOOKS_EVERY_MS;
  }
  const end = (visits.at(-1)?.at ?? 0) + MINUTE_MS;
  return { verdict, takenBackAfterMs: look(end) ? end : null, metBy: harmed.size };
}

const shareAt = (at: number) => STEPS.findLast(({ from }) => from <= at)?.share ?? 0;

/** What a visit meets: the same for both versions, but for the fault, and for what is slower the first time. */
function happenings({ rates, outage }: Traffic, chance: () => number, fault: SimulatedFault) {
  return (
    { frailty, badLine }: SimulatedPerson,
    known: Known,
    at: number,
  ): { met: JudgedMetric[]; isFault: boolean } => {
    const isNew = known.side === 'candidate';
    const isFirst = isNew && !known.hasTried;
    if (isNew) known.hasTried = true;
    const isOut = outage !== null && at >= outage.from && at < outage.to;
    const usual: Record<JudgedMetric, number> = {
      load: isFirst ? badLine : badLine / 20,
      broken: isOut ? 0.2 : rates.broken * frailty,
      error: isOut ? 0.3 : rates.error * frailty,
      call: isOut ? 0.5 : rates.call * frailty,
      freeze: 0.3 * rates.slow * frailty * (isFirst ? 1.5 : 1),
      slow: rates.slow * frailty * (isFirst ? 1.5 : 1),
    };
    const byItself = JUDGED_METRICS.filter((metric) => chance() < usual[metric]);
    const byFault = isNew ? JUDGED_METRICS.filter((metric) => chance() < (fault[metric] ?? 0)) : [];
    return { met: [...new Set([...byItself, ...byFault])], isFault: byFault.length > 0 };
  };
}

/** What was counted of the base in the days before. */
function historyOf({ people, rates }: Traffic): Record<HardFailure, Of> {
  const met = (rate: number) =>
    Math.round(
      people.reduce((sum, { visits, frailty }) => sum + 1 - (1 - Math.min(1, rate * frailty)) ** visits.length, 0),
    );
  return {
    broken: { met: met(rates.broken), people: people.length },
    error: { met: met(rates.error), people: people.length },
    load: { met: 0, people: people.length },
    call: { met: met(rates.call), people: people.length },
    freeze: { met: met(0.3 * rates.slow), people: people.length },
  };
}
