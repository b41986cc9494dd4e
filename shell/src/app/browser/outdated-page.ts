const listeners = new Set<() => void>();
let isOutdated = false;

/**
 * Finds out when this page asks for files that the server no longer has: it was opened with a version that is too old
 * to be kept, and only a reload helps. A line that drops, or a server that is away for a moment, is no such thing.
 * @param isCurrent whether a file belongs to what a reload would bring again
 * @param missing hears of such a file: a reload would not bring it either
 */
export function watchForMissingFiles(
  isCurrent: (address: URL) => boolean,
  missing: (address: URL) => void = () => {},
): () => void {
  const handleError = ({ target }: Event) => {
    const file = fileOf(target);
    if (file !== '' && !isOutdated) void check(new URL(file, location.href), isCurrent, missing);
  };
  // Errors of elements do not bubble.
  window.addEventListener('error', handleError, true);
  return () => window.removeEventListener('error', handleError, true);
}

/** For `useSyncExternalStore`, with `isPageOutdated`. */
export function subscribeToOutdated(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const isPageOutdated = (): boolean => isOutdated;

/** Set back by tests alone. */
export function setOutdated(next: boolean): void {
  isOutdated = next;
  for (const listener of listeners) listener();
}

function fileOf(target: EventTarget | null): string {
  if (target instanceof HTMLScriptElement) return target.src;
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet' ? target.href : '';
}

async function check(
  address: URL,
  isCurrent: (address: URL) => boolean,
  missing: (address: URL) => void,
): Promise<void> {
  if (address.origin !== location.origin) return;
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.status !== 404) return;
  if (isCurrent(address)) missing(address);
  else setOutdated(true);
}
