import { ABSENT_AFTER_MS } from './timing.ts';

/** A post later than this does not go out any more: its owner decides. */
export const MISSED_AFTER_MINUTES = 60;
/** A post at which so many processes died is set aside: it may be what ended them. */
export const DEATHS_AT_MOST = 3;
/** A post that went out later than this is marked late. */
export const LATE_AFTER_MINUTES = 1;
/** Posts later than this are a backlog, and leave `spacingSql` apart on each page. */
export const BACKLOG_AFTER_MINUTES = 5;

/**
 * A repeated call that is refused is looked up this often before the refusal is believed: what it repeats may be out.
 */
export const REFUSED_REPEATS = 4;

/** What comes to nothing this often in a row is told, or believed. */
export const TRIES = 3;

const BACKOFF_SECONDS = [1, 3, 10, 30, 60] as const;
/** Facebook works on a video from seconds to minutes; after that a poll comes now and then, and never gives up. */
const PROCESSING_SECONDS = [2, 5, 10, 20, 30, 60] as const;
/**
 * Its owner decides what becomes of a post this late. Asked to save work that leads nowhere; the gate is the statement
 * before the visible call.
 */
export function isTooLate({ scheduledAt, now }: { readonly scheduledAt: Date; now(): Date }): boolean {
  return now().getTime() - scheduledAt.getTime() >= MISSED_AFTER_MINUTES * 60_000;
}

/** Seconds until the next try, by the number of tries that failed. */
export function backoffSeconds(tries: number): number {
  return BACKOFF_SECONDS[Math.min(tries, BACKOFF_SECONDS.length - 1)] ?? 60;
}

/** Seconds until the next poll at a video that Facebook is working on. */
export function processingPollSeconds(tries: number): number {
  return PROCESSING_SECONDS[Math.min(tries, PROCESSING_SECONDS.length - 1)] ?? 60;
}

/**
 * Seconds until the next poll for a post whose answer was lost: soon, a little later, and after the time in which it
 * must have shown.
 */
export function nextPollSeconds(cleanAbsences: number, msToProof: number): number {
  if (cleanAbsences === 0) return 15;
  return Math.max(5, Math.min(60, Math.ceil(msToProof / 1000)));
}

/**
 * Seconds until the next poll for a post that nobody could see so far: what was refused for an hour is asked less
 * often, and never given up.
 */
export function refusedPollSeconds(tries: number): number {
  if (tries > 300) return 15 * 60;
  return tries > 60 ? 5 * 60 : backoffSeconds(tries);
}

/**
 * What has to pass until a second clean poll proves a post absent: since the first one, and since the call's deadline.
 */
export function msToProofOfAbsence(msAbsent: number | null, msSinceDeadline: number | null): number {
  return ABSENT_AFTER_MS - Math.min(msAbsent ?? 0, msSinceDeadline ?? 0);
}
