import { reportVisit, type AreaVersion } from '@pagecast/api/contract';

const PREFIX = 'pagecast.open-area.';

export interface OpenArea {
  readonly name: string;
  readonly version: string;
}

/**
 * Remembers which area is on the screen, from before its code runs, until the page is hidden or left. Beside it, the
 * page holds a lock that ends with the page, however it ends: what is remembered without one had stopped answering, or
 * crashed. Browsers without locks tell nothing.
 */
export function watchOpenArea(locks: Pick<LockManager, 'request' | 'query'> | undefined = navigator.locks) {
  const key = PREFIX + Math.random().toString(36).slice(2);
  let open: OpenArea | null = null;
  let isHeld = false;

  function remember(): void {
    const isSeen = isHeld && open !== null && document.visibilityState !== 'hidden';
    write(key, isSeen ? JSON.stringify(open) : null);
  }

  return {
    rememberOpen({ name, version }: OpenArea): void {
      open = { name, version };
      remember();
    },

    /** What is on the screen; null for what is the shell's own. */
    openArea: (): OpenArea | null => open,

    /** It is no longer on the screen, unless another one is. */
    forgetOpen(name: string): void {
      if (open?.name !== name) return;
      open = null;
      remember();
    },

    /** Reports at once what another page did not come back from: the same may happen here in a moment. */
    async reportLeftOpen(): Promise<void> {
      if (locks === undefined) return;
      document.addEventListener('visibilitychange', remember);
      window.addEventListener('pagehide', () => write(key, null));
      void locks.request(key, () => {
        isHeld = true;
        remember();
        return new Promise(() => {});
      });
      const { held = [] } = await locks.query();
      const names = new Set(held.map(({ name }) => name));
      for (const left of keys()) if (left !== key && !names.has(left)) report(left);
    },
  };
}

/** Of this page. */
export const { rememberOpen, forgetOpen, openArea, reportLeftOpen } = watchOpenArea();

function report(key: string): void {
  try {
    const left = JSON.parse(localStorage.getItem(key) ?? '') as AreaVersion;
    localStorage.removeItem(key);
    const report = { views: [], errors: [], failedCalls: [], vitals: [], troubles: [{ ...left, trouble: 'stuck' }] };
    const body = JSON.stringify({ shell: '/unknown.js', ...report });
    navigator.sendBeacon(reportVisit.path, new Blob([body], { type: 'application/json' }));
  } catch {
    // Another tab was faster, or it is not readable: there is nothing to tell.
  }
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    // Without storage nothing was remembered.
    return [];
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Likewise.
  }
}
