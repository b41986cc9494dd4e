import { LEASE_SECONDS } from '../publishing/timing.ts';

/**
 * Whether the visible call may still be made under a lease held since `heldSince`, a reading of `performance.now()`.
 * The monotonic clock goes on while a process is stopped and does not jump: with more than half of the lease used,
 * another worker may be at the post before the call arrives.
 */
export function isLeaseFresh(heldSince: number): boolean {
  return performance.now() - heldSince < (LEASE_SECONDS * 1000) / 2;
}
