/** For `useSyncExternalStore`, with `isOnline`. */
export function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** What the browser knows: false for sure without a network, true also where the way to the server is cut. */
export const isOnline = (): boolean => navigator.onLine;
