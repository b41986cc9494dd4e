import type { BrowserContext, Page } from 'playwright-core';
import { CURRENT_VERSION_MS, LATE_PART_MS, PATIENCE_MS } from '../../../shell/src/kit/runtime/patience.ts';

/** Of a wait for an area, as much as a busy machine may take until it is set, or set once more for a part of it. */
const OVER_BEFORE_SET_MS = 1000;

/**
 * Areas and their parts give up after seconds, which a busy machine may need to bring their files. Here a page waits
 * for them for as long as whoever looks at it does.
 */
export const waitForFiles = (visit: BrowserContext | Page, patienceMs: number): Promise<unknown> =>
  prolongTimers(visit, patienceMs, [
    [CURRENT_VERSION_MS, CURRENT_VERSION_MS],
    [LATE_PART_MS, LATE_PART_MS],
    [PATIENCE_MS - OVER_BEFORE_SET_MS, PATIENCE_MS],
  ]);

/**
 * Has timers of a page that are set for as long as one of `limitsMs` end after `patienceMs` instead.
 * @param limitsMs pairs of the shortest and the longest
 */
export const prolongTimers = (
  visit: BrowserContext | Page,
  patienceMs: number,
  limitsMs: readonly (readonly [from: number, to: number])[],
): Promise<unknown> =>
  visit.addInitScript(
    ({ limits, patience }) => {
      const { setTimeout } = window;
      const isLimit = (ms: number) => limits.some(([from, to]) => ms >= from && ms <= to);
      const patient = (work: TimerHandler, ms = 0, ...rest: unknown[]) =>
        setTimeout(work, isLimit(ms) ? patience : ms, ...rest);
      Object.assign(window, { setTimeout: patient });
    },
    { limits: limitsMs, patience: patienceMs },
  );
