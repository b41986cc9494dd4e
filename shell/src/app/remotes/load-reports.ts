import type { LoadPhase } from '@pagecast/api/contract';
import { wordsOf } from './words-of.ts';

/** A remote that stays away is reported once in a while, not at every try. */
const SAME_FAILURE_MS = 60_000;

/** What is reported of each way of a remote into the page. */
export interface LoadReport {
  readonly name: string;
  readonly version: string;
  /** The step that failed; null when it came. */
  readonly phase: LoadPhase | null;
  readonly durationMs: number;
  readonly message?: string;
}

/** Hands on what is to be reported, a failure that repeats itself once in a while. */
export function loadReports(report: (load: LoadReport) => void) {
  const failuresReported = new Map<string, number>();
  const failed = (load: LoadReport & { phase: LoadPhase }): void => {
    const key = `${load.name} ${load.version} ${load.phase}`;
    const now = performance.now();
    if (now - (failuresReported.get(key) ?? -Infinity) < SAME_FAILURE_MS) return;
    failuresReported.set(key, now);
    report(load);
  };
  return {
    came: report,
    failed,
    /** A screen of this version did, if one of it ever came. */
    threw(name: string, version: string | undefined, error: unknown): void {
      if (version !== undefined) failed({ name, version, phase: 'render', durationMs: 0, message: wordsOf(error) });
    },
  };
}
export type LoadReports = ReturnType<typeof loadReports>;
