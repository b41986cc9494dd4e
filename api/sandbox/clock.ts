/**
 * The sandbox's time: real time plus an offset, so that tokens, windows and scheduled posts can be tried without
 * waiting.
 */
export interface Clock {
  offsetMs: number;
  now(): number;
}

export function createClock(): Clock {
  return {
    offsetMs: 0,
    now() {
      return Date.now() + this.offsetMs;
    },
  };
}

/** The way Graph writes an instant, e.g. `2026-11-21T07:26:18+0000`. */
export function graphTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+0000`;
}
