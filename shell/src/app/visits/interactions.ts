import type { AreaVersion } from '@pagecast/api/contract';

/** Of so many interactions the slowest doesn't count, as INP has it. */
const ONE_IN = 50;
/** Enough for five hundred interactions between two moves. */
const MOST_KEPT = 10;

interface Seen {
  readonly of: AreaVersion;
  count: number;
  lastId: number;
  /** Milliseconds of the slowest interactions, by their ids. */
  slowest: Map<number, number>;
}

/**
 * How fast each version answers its people: INP counted anew for each stay in an area. The browser's own figure is one
 * for a page, which people leave after hours and in the last of many areas.
 */
export function interactions() {
  let areas = new Map<string, Seen>();

  return {
    /** @param id of the interaction: each has several events, and lasts as long as the longest */
    add(of: AreaVersion, id: number, durationMs: number): void {
      const key = `${of.name} ${of.version}`;
      const seen = areas.get(key) ?? { of, count: 0, lastId: 0, slowest: new Map<number, number>() };
      areas.set(key, seen);
      if (id !== seen.lastId && !seen.slowest.has(id)) seen.count += 1;
      seen.lastId = id;
      const longest = Math.max(durationMs, seen.slowest.get(id) ?? 0);
      const all = [...seen.slowest.set(id, longest)].toSorted(([, one], [, other]) => other - one);
      seen.slowest = new Map(all.slice(0, MOST_KEPT));
    },

    /** INP of each area that people did something in since this was asked last. */
    take(): { of: AreaVersion; inpMs: number }[] {
      const taken = [...areas.values()].map(({ of, count, slowest }) => {
        const durations = [...slowest.values()];
        return { of, inpMs: durations[Math.min(durations.length - 1, Math.floor(count / ONE_IN))] ?? 0 };
      });
      areas = new Map();
      return taken;
    },
  };
}
