import type { PageId } from '../../contract/ids.ts';

const MINUTE_MS = 60_000;

/** Keeps times of pages apart: as quick with the ten-thousandth as with the first. */
export function distances(taken: ReadonlyMap<PageId, readonly Date[]>, spacingMinutes: number) {
  const spacing = spacingMinutes * MINUTE_MS;
  /** Times of a page by the part of time, as long as the spacing, that they lie in: what is near lies next to it. */
  const parts = new Map<PageId, Map<number, number[]>>();
  const partOf = (at: number) => Math.floor(at / Math.max(spacing, 1));

  function take(pageId: PageId, at: Date): void {
    const times = parts.get(pageId) ?? new Map<number, number[]>();
    const part = partOf(at.getTime());
    times.set(part, [...(times.get(part) ?? []), at.getTime()]);
    parts.set(pageId, times);
  }
  for (const [pageId, times] of taken) for (const at of times) take(pageId, at);

  return {
    take,
    /** The time of this page that is too close to `at`, the nearest of them; null when none is. */
    near(pageId: PageId, at: Date): Date | null {
      const times = parts.get(pageId);
      const wanted = at.getTime();
      const around = [-1, 0, 1].flatMap((step) => times?.get(partOf(wanted) + step) ?? []);
      const far = (other: number) => Math.abs(other - wanted);
      const [nearest] = around.filter((other) => far(other) < spacing).toSorted((a, b) => far(a) - far(b));
      return nearest === undefined ? null : new Date(nearest);
    },
  };
}
