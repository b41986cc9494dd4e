import {
  becauseOf,
  INTERRUPTED,
  NO_ACCESS,
  pageProblem,
  PAGE_REMOVED,
  PAUSED,
  STOPPED,
  SWITCHED_OFF,
  TOO_LATE,
  type Reason,
} from './reasons.ts';
import type { SlotClaim } from './slots.repository.ts';

/** Texts that may be paid for, for one slot. */
export const MAX_CALLS = 2;

/** Why nothing is written for a slot any more; null when something is. */
export function obstacleOf(
  claim: SlotClaim,
  adminIds: readonly string[],
): { state: 'skipped' | 'failed'; reason: Reason } | null {
  const { page, settings } = claim;
  const skipped = (reason: Reason) => ({ state: 'skipped', reason }) as const;
  if (!claim.isRunning) return skipped(STOPPED);
  if (claim.owner.access !== 'whitelist' && !adminIds.includes(claim.owner.facebookId)) return skipped(NO_ACCESS);
  if (page.isRemoved) return skipped(PAGE_REMOVED);
  if (!page.isConnected) return skipped(pageProblem(page.problem));
  if (!settings.isEnabled) return skipped(SWITCHED_OFF);
  if (settings.isPaused) return skipped(PAUSED);
  if (claim.isTooLate) return skipped(claim.heldBy === null ? TOO_LATE : becauseOf(claim.heldBy));
  if (claim.calls >= MAX_CALLS) return { state: 'failed', reason: INTERRUPTED };
  return null;
}
