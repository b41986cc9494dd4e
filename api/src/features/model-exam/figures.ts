import type { ExamCheck } from '../../contract/model-exam.ts';
import type { ExamFinding } from './golden-case.ts';

/** A case that one model has sat. */
export interface Sat {
  readonly caseId: string;
  /** null: it gave no answer. */
  readonly text: string | null;
  readonly findings: readonly ExamFinding[];
  readonly latencyMs: number;
  /** Millionths of a US dollar. */
  readonly micros: number;
}

/** Seven more failures and none fewer are no chance: less than one in a hundred of such exams. */
const CLEARLY = 2.6;
const FEWEST_MORE = 5;

/**
 * In what the candidate is clearly worse than today's, over the cases that both have sat. A model answers otherwise
 * each time, so a few more failures say nothing: what counts is how many cases changed from one to the other.
 */
export function worseIn(today: readonly Sat[], candidate: readonly Sat[]): ('all' | ExamCheck)[] {
  const before = new Map(today.map((sat) => [sat.caseId, sat]));
  const pairs = candidate.flatMap((after) => {
    const was = before.get(after.caseId);
    return was === undefined ? [] : [{ was, is: after }];
  });
  const isClear = (fails: (sat: Sat) => boolean): boolean => {
    const newly = pairs.filter(({ was, is }) => !fails(was) && fails(is)).length;
    const noMore = pairs.filter(({ was, is }) => fails(was) && !fails(is)).length;
    return newly - noMore >= Math.max(FEWEST_MORE, CLEARLY * Math.sqrt(newly + noMore));
  };
  const checks = new Set(pairs.flatMap(({ is }) => is.findings.map(({ check }) => check)));
  return [
    ...(isClear((sat) => sat.findings.length > 0) ? (['all'] as const) : []),
    ...[...checks].filter((check) => isClear((sat) => sat.findings.some((one) => one.check === check))),
  ];
}

/** Of 100 answers, how many have nothing wrong with them; null where there is none. */
export function scoreOf(sat: readonly Sat[]): number | null {
  if (sat.length === 0) return null;
  return Math.round((1000 * sat.filter(({ findings }) => findings.length === 0).length) / sat.length) / 10;
}

/** The value that `share` of all are not above; null where there is none. */
export function quantile(values: readonly number[], share: number): number | null {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? null;
}
