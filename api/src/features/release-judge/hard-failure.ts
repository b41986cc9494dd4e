import type { JudgedMetric } from '../../contract/release-judgements.ts';
import type { Of } from './verdict.ts';

/** What nobody can work with: two people in a row are enough. */
export const HARD = ['broken', 'load', 'error'] as const satisfies readonly JudgedMetric[];
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
 * With more people who can work with it, two in a row are chance, and the figures of all decide. Files that did not
 * come may be the fault of two bad lines.
 */
const WORKS_FOR: Readonly<Record<HardFailure, number>> = { broken: 3, error: 3, load: 0 };
/** Of so many people one or more: the base has it, too. */
const BASE_SHARE = 0.01;

/**
 * What the first people could not work with: met by two of them, with nobody in between who could, and hardly by
 * anybody with the version before.
 * @param visitors the first of them are enough
 */
export function hardFailure(
  visitors: readonly Visitor[],
  base: Readonly<Record<HardFailure, Of>>,
  now: number,
): HardFailure | null {
  const well = visitors.filter(({ met, seenAt }) => seenAt !== null && !HARD.some((metric) => met.includes(metric)));
  const settled = well.filter(({ firstAt }) => now - firstAt >= SETTLED_MS);
  return (
    HARD.find((metric) => {
      const { met, people } = base[metric];
      if (settled.length > WORKS_FOR[metric] || met > people * BASE_SHARE) return false;
      const failed = visitors
        .filter((visitor) => visitor.met.includes(metric))
        .flatMap(({ failedAt }) => failedAt ?? [])
        .toSorted((a, b) => a - b);
      return failed.some((at, n) => {
        const next = failed[n + 1];
        return next !== undefined && !well.some((other) => isBetween(other, at, next));
      });
    }) ?? null
  );
}

/** Whether somebody could work with it between these two times, or may yet turn out not to. */
function isBetween({ firstAt, seenAt }: Visitor, from: number, to: number): boolean {
  return firstAt < to && (seenAt ?? firstAt) > from;
}
