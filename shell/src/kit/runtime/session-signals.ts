/**
 * Between shell and remotes of any day, as events of the window: what a remote asks outside the query client says so
 * when it is refused, and hears when it can go on.
 */
export const SESSION_SIGNALS = Object.freeze({ ended: 'pagecast:session-ended', back: 'pagecast:session-back' });
type Signal = keyof typeof SESSION_SIGNALS;

/** `ended`: the server knows the session no more. `back`: the same person is in again. */
export function announce(signal: Signal): void {
  window.dispatchEvent(new Event(SESSION_SIGNALS[signal]));
}

/** @returns calls it off */
export function hear(signal: Signal, listener: () => void): () => void {
  window.addEventListener(SESSION_SIGNALS[signal], listener);
  return () => window.removeEventListener(SESSION_SIGNALS[signal], listener);
}
