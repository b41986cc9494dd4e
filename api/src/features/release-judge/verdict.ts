import { addEvidence, logEvidence, type AllEvidence } from './evidence.ts';
import { JUDGED_METRICS, type JudgedMetric } from '../../contract/release-judgements.ts';
import type { Groups } from './groups.ts';

/** Fewer in either version say nothing. */
export const ENOUGH_PEOPLE = 20;
/** That a harmless version is taken back, in all the time that it is looked at. */
const RISK = 5e-4;
const CONVINCED = Math.log(JUDGED_METRICS.length / RISK);

/**
 * Less than this does not matter: so many times as many people as in the base, and so many more of all. Files of a new
 * version come over the network and those of the old one from a cache, so that with a bad line they fail more often.
 */
const MATTERS: Readonly<Record<JudgedMetric, { readonly ratio: number; readonly more: number }>> = {
  load: { ratio: 3, more: 0.2 },
  broken: { ratio: 1.2, more: 0.01 },
  error: { ratio: 1.2, more: 0.01 },
  call: { ratio: 1.2, more: 0.01 },
  freeze: { ratio: 1.5, more: 0.05 },
  slow: { ratio: 1.5, more: 0.1 },
};

/** So many of so many people. */
export interface Of {
  readonly met: number;
  readonly people: number;
}

export type Verdict =
  | { readonly kind: 'too-few'; readonly people: number; readonly basePeople: number }
  | { readonly kind: 'no-worse'; readonly people: number; readonly basePeople: number }
  | { readonly kind: 'worse'; readonly metric: JudgedMetric; readonly candidate: Of; readonly base: Of };

/** Adds what happened since to the evidence, and says what it amounts to. */
export function weigh(known: AllEvidence, groups: Groups): { evidence: AllEvidence; verdict: Verdict } {
  const evidence = Object.fromEntries(
    JUDGED_METRICS.map((metric) => [metric, addEvidence(known[metric], groups, metric, MATTERS[metric].ratio)]),
  ) as AllEvidence;
  const worst = JUDGED_METRICS.toSorted((a, b) => logEvidence(evidence[b]) - logEvidence(evidence[a])).find(
    (metric) => logEvidence(evidence[metric]) >= CONVINCED && differenceIn(groups, metric) >= MATTERS[metric].more,
  );
  return { evidence, verdict: worst === undefined ? withoutEvidence(groups) : worse(groups, worst) };
}

export function worse(groups: Groups, metric: JudgedMetric): Verdict & { kind: 'worse' } {
  return { kind: 'worse', metric, candidate: of(groups.candidate, metric), base: of(groups.base, metric) };
}

function withoutEvidence({ candidate: { people }, base: { people: basePeople } }: Groups): Verdict {
  return { kind: Math.min(people, basePeople) < ENOUGH_PEOPLE ? 'too-few' : 'no-worse', people, basePeople };
}

const of = ({ people, met }: Groups['base'], metric: JudgedMetric): Of => ({ met: met[metric], people });

function differenceIn({ candidate, base }: Groups, metric: JudgedMetric): number {
  return shareOf(of(candidate, metric)) - shareOf(of(base, metric));
}

function shareOf({ met, people }: Of): number {
  return people === 0 ? 0 : met / people;
}
