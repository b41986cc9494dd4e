/** How long somebody waits for Facebook before they are told that it does not answer. */
const PATIENCE_MS = 8000;
/** One try of a read that somebody waits for. */
export const TRY_MS = 4000;
export const RETRIES_WITHIN_PATIENCE = 3;

/** What a request has left for reads that fail; shared by all of its reads. */
export interface Patience {
  /** A reading of `performance.now()`. */
  readonly endsAt: number;
}

export function patience(ms = PATIENCE_MS): Patience {
  return { endsAt: performance.now() + ms };
}

/** Whether a try that sets out in `delayMs` would come too late. */
export function isOver({ endsAt }: Patience, delayMs = 0): boolean {
  return performance.now() + delayMs >= endsAt;
}
