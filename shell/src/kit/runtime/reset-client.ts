import type { QueryClient } from '@tanstack/react-query';

/** Long enough to read the toast that says why. */
const FAREWELL_MS = 1000;

/**
 * Somebody else is in from now on: nothing of the one before may stay in this browser. Reloads when the toast has been
 * read.
 * @param path where to begin, for somebody who may not see where this is
 * Source: spec section 4, mock user.
 */
export async function resetClient(client: QueryClient, path?: string): Promise<void> {
  // Until the reload nothing is read any more: it would be read as somebody else, and refused.
  client.invalidateQueries = () => Promise.resolve();
  await clearStorages();
  await new Promise((resolve) => {
    setTimeout(resolve, FAREWELL_MS);
  });
  // The screen may have written something of its old state meanwhile.
  await clearStorages();
  client.clear();
  if (path === undefined) location.reload();
  else location.assign(path);
}

async function clearStorages(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  // An insecure origin has no such storage.
  if ('caches' in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
