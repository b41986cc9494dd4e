import { JUDGED_METRICS, type JudgedMetric } from '../../contract/release-judgements.ts';
import type { Groups } from './groups.ts';

/**
 * Evidence that more people meet something in the version that is tried, for each of several suspicions of how much
 * more. Who is given it is left to chance, so of the people who meet something as they would with either version, as
 * many have it as of all people. Each of them is counted once, and each multiplies the evidence by how much likelier
 * the suspicion made it: a sequential probability ratio test on the share of the candidate. It is an e-process: chance
 * brings it to `1 / risk` with a probability of `risk` at most, however often and however long somebody looks.
 * Source: A. Wald, Sequential Tests of Statistical Hypotheses, 1945; mixed over suspicions as H. Robbins, 1970.
 */
export interface Evidence {
  /** How many in the candidate and in the base had met it when this was added up. */
  readonly counted: readonly [number, number];
  /** Natural logarithms, in the order of `SUSPICIONS`. */
  readonly logs: readonly number[];
}
export type AllEvidence = Readonly<Record<JudgedMetric, Evidence>>;

/** So many times as many people as matters, and the part of the risk that is spent on this suspicion. */
const SUSPICIONS = [
  { times: 2, weight: 0.25 },
  { times: 10, weight: 0.25 },
  { times: 300, weight: 0.5 },
] as const;

const NONE: Evidence = { counted: [0, 0], logs: SUSPICIONS.map(() => 0) };
export const NO_EVIDENCE = Object.fromEntries(JUDGED_METRICS.map((metric) => [metric, NONE])) as AllEvidence;

/** @param ratio up to so many times as many as in the base do not matter */
export function addEvidence(
  known: Evidence,
  { share, candidate, base }: Groups,
  metric: JudgedMetric,
  ratio: number,
): Evidence {
  const counted = [candidate.met[metric], base.met[metric]] as const;
  const [harmed, others] = [Math.max(0, counted[0] - known.counted[0]), Math.max(0, counted[1] - known.counted[1])];
  if (harmed + others === 0 || share <= 0 || share >= 1) return known;
  return {
    counted,
    logs: SUSPICIONS.map(({ times }, n) => {
      const fewerElsewhere = Math.log((ratio * share + 1 - share) / (ratio * times * share + 1 - share));
      return (known.logs[n] ?? 0) + harmed * Math.log(times) + (harmed + others) * fewerElsewhere;
    }),
  };
}

/** The logarithm of all suspicions' evidence together. */
export function logEvidence({ logs }: Evidence): number {
  const all = SUSPICIONS.map(({ weight }, n) => Math.log(weight) + (logs[n] ?? 0));
  const highest = Math.max(...all);
  return highest + Math.log(all.reduce((sum, log) => sum + Math.exp(log - highest), 0));
}
