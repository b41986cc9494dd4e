import type { Vital } from '../../contract/visits.ts';

/** Each bucket is a tenth wider than the one before: values come back to within 5 %. */
const GROWTH = Math.log(1.1);
/** CLS is counted in thousandths, so that all vitals are numbers of one size. */
const UNIT: Readonly<Record<Vital, number>> = { LCP: 1, INP: 1, CLS: 1000 };

/** The bucket that a value is counted in; 0 holds those under a half. */
export function bucketOf(metric: Vital, value: number): number {
  return Math.round(Math.log(Math.max(value * UNIT[metric], 1)) / GROWTH) + (value * UNIT[metric] < 0.5 ? 0 : 1);
}

/** The value that stands for a bucket. */
function valueOf(metric: Vital, bucket: number): number {
  return bucket === 0 ? 0 : Math.exp((bucket - 1) * GROWTH) / UNIT[metric];
}

/**
 * @param counts of each bucket
 * @param share such as 0.75
 * @returns the value that this share of all stays under, or null where there are none
 */
export function percentile(metric: Vital, counts: ReadonlyMap<number, number>, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= total * share) return valueOf(metric, bucket);
  }
  return null;
}
