import type { JudgedMetric } from '../../contract/release-judgements.ts';
import type { Of } from './verdict.ts';

/** What nobody can work with, and what hardly anybody can: a few people in a row are enough. */
const UNUSABLE = ['broken', 'load', 'error'] as const satisfies readonly JudgedMetric[];
export const HARD = [...UNUSABLE, 'call', 'freeze'] as const satisfies readonly JudgedMetric[];
export type HardFailure = (typeof HARD)[number];

/** Somebody with the version that is tried. Times are in ms. */
export interface Visitor {
  /** What they met so far. */
  readonly met: readonly JudgedMetric[];
  readonly firstAt: number;
  /** When they opened the area last, and it came. */
  readonly seenAt: number | null;
  /** The first of what they met. */
  readonly failedAt: number | null;
}

/** What breaks does so within this time after it came, or only when somebody does something. */
export const SETTLED_MS = 15_000;
/**
 * So many in a row are no chance, unless more people can work with it: then the figures of all decide. Files that did
 * not come may be the fault of two bad lines. Servers and old devices fail anybody at times, so that it takes one more,
 * and so many with the version before as can tell that it does not happen to them.
 */
const RULES: Readonly<
  Record<HardFailure, { readonly inARow: number; readonly worksFor: number; readonly base: number }>
> = {
  broken: { inARow: 2, worksFor: 3, base: 0 },
  error: { inARow: 2, worksFor: 3, base: 0 },
  load: { inARow: 2, worksFor: 0, base: 0 },
  call: { inARow: 3, worksFor: 0, base: 20 },
  freeze: { inARow: 3, worksFor: 0, base: 20 },
};
/** Of so many people one or more: the base has it, too. */
const BASE_SHARE = 0.01;

/**
 * What the first people could not work with: met by a few of them, with nobody in between who could, and hardly by
 * anybody with the version before.
 * @param visitors the first of them are enough
 */
export function hardFailure(
  visitors: readonly Visitor[],
  base: Readonly<Record<HardFailure, Of>>,
  now: number,
): HardFailure | null {
  return HARD.find((metric) => !isUsualIn(base[metric], metric) && isMetInARow(visitors, metric, now)) ?? null;
}

function isUsualIn({ met, people }: Of, metric: HardFailure): boolean {
  return people < RULES[metric].base || met > people * BASE_SHARE;
}

function isMetInARow(visitors: readonly Visitor[], metric: HardFailure, now: number): boolean {
  const { inARow, worksFor } = RULES[metric];
  const well = visitors.filter(
    ({ met, seenAt }) => seenAt !== null && ![...UNUSABLE, metric].some((one) => met.includes(one)),
  );
  if (well.filter(({ firstAt }) => now - firstAt >= SETTLED_MS).length > worksFor) return false;
  const failed = visitors
    .filter((visitor) => visitor.met.includes(metric))
    .flatMap(({ failedAt }) => failedAt ?? [])
    .toSorted((a, b) => a - b);
  return failed.some((from, n) => {
    const to = failed[n + inARow - 1];
    return to !== undefined && !well.some((other) => isBetween(other, from, to));
  });
}

/** Whether somebody could work with it between these two times, or may yet turn out not to. */
function isBetween({ firstAt, seenAt }: Visitor, from: number, to: number): boolean {
  return firstAt < to && (seenAt ?? firstAt) > from;
}
