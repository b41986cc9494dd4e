/** A claimed post is its worker's for this long, unless the worker is known to be dead sooner. */
export const LEASE_SECONDS = 90;

/** The answer to the visible call is waited for this long; well inside what the guard leaves of a lease. */
export const SEND_TIMEOUT_SECONDS = 20;

/**
 * A post of a lost direct call counts as not published after two clean polls, the later this long after the call's
 * deadline.
 */
export const ABSENT_AFTER_MS = 180_000;

/**
 * No process looked for due posts for this long: either none ran, or the database has been put back to an earlier day.
 */
export const GAP_SECONDS = 15;

/** Whoever heard nothing of what they asked for, and asks again, does so within this time. */
export const ASKED_AGAIN_HOURS = 24;

/** After a gap, what was posted just before its end gets this long to show. */
export const READ_LAG_MS = 5000;

/** After a loss, posts wait for so long: processes that heard of what is lost need time to say so. */
export const LOSS_LAG_MS = 10_000;

/** Just before a post falls due, all that its claim needs is read: this much earlier. */
export const SOON_MS = 30;
