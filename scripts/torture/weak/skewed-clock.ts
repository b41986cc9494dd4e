/**
 * Loaded into a process before its own code: its clock is wrong by hours, and is set to the other side of the truth
 * again and again.
 * Durations, which the monotonic clock measures, stay right.
 */
const SKEW_MS = Number(process.env['TORTURE_SKEW_MS']);
const SET_EVERY_MS = 3000;

const Right = Date;
const startedAt = performance.now();
const skew = () => (Math.floor((performance.now() - startedAt) / SET_EVERY_MS) % 2 === 0 ? SKEW_MS : -SKEW_MS);

globalThis.Date = class extends Right {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(Right.now() + skew());
    else super(...given);
  }

  static override now(): number {
    return Right.now() + skew();
  }
} as DateConstructor;
