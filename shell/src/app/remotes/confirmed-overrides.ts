import type { RemoteRelease } from '@pagecast/api/contract';

const KEY = 'pagecast.overrides';
type Override = Pick<RemoteRelease, 'manifestUrl'>;

/**
 * Whether somebody said in this tab that code from this very address may run in it. A reload after an edit does not ask
 * again.
 */
export function isConfirmed({ manifestUrl }: Override): boolean {
  return confirmed().includes(manifestUrl);
}

export function confirmOverrides(overrides: readonly Override[]): void {
  sessionStorage.setItem(
    KEY,
    JSON.stringify([...new Set([...confirmed(), ...overrides.map(({ manifestUrl }) => manifestUrl)])]),
  );
}

export function forgetOverrides(): void {
  sessionStorage.removeItem(KEY);
}

function confirmed(): unknown[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    // Storage that is shut off, or holds something else: then it is asked each time.
    return [];
  }
}
