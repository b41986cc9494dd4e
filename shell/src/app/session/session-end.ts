import type { QueryClient } from '@tanstack/react-query';

/**
 * `ended`: the person has to log in again. `replaced`: somebody else is in by now, and nothing of this screen is
 * theirs.
 */
export type SessionState = 'open' | 'ended' | 'replaced';

/** What became of the session while its person is on a screen, and who waits for it to be there again. */
export function sessionEnd() {
  let state: SessionState = 'open';
  let isRefused = false;
  const listeners = new Set<() => void>();
  const waiting = new Set<(isBack: boolean) => void>();

  const change = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const release = (isBack: boolean) => {
    for (const settle of waiting) settle(isBack);
    waiting.clear();
  };

  return {
    state: () => state,
    /** Whether a write was refused because the session had ended: it was not carried out, and is not repeated. */
    isRefused: () => isRefused,
    /**
     * The server knows the session no more.
     * @param wasWrite whether it said so to a write
     * @returns false where nothing is on the screen that could ask to log in again
     */
    end(wasWrite = false): boolean {
      if (listeners.size === 0) return false;
      isRefused ||= wasWrite;
      if (state !== 'replaced') change('ended');
      return true;
    },
    /** The same person is in again. */
    resume(): void {
      isRefused = false;
      if (state === 'ended') change('open');
      release(true);
    },
    replace(): void {
      change('replaced');
    },
    /** Nobody is to log in over this screen any more: it goes. */
    drop(): void {
      isRefused = false;
      change('open');
      release(false);
    },
    /** Resolves once the person is in again; with false when that will not be. */
    isBack(signal: AbortSignal): Promise<boolean> {
      return new Promise((resolve) => {
        waiting.add(resolve);
        signal.addEventListener('abort', () => {
          waiting.delete(resolve);
          resolve(false);
        });
      });
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
export type SessionEnd = ReturnType<typeof sessionEnd>;

const ends = new WeakMap<QueryClient, SessionEnd>();

/** One for each client: what it reads waits together. */
export function sessionEndOf(client: QueryClient): SessionEnd {
  const known = ends.get(client);
  if (known !== undefined) return known;
  const made = sessionEnd();
  ends.set(client, made);
  return made;
}
