import { reportVisit, type AreaVersion } from '@pagecast/api/contract';

const KEY = 'pagecast.open-area';

let open: AreaVersion | null = null;

/**
 * Remembers which area is on the screen of this tab, from before its code runs. It is forgotten when the page is hidden
 * or left: what is still remembered as the tab opens its next page had stopped answering, or crashed.
 */
export function rememberOpen({ name, version }: AreaVersion): void {
  open = { name, version };
  if (document.visibilityState !== 'hidden') write(open);
}

/** It is no longer on the screen, unless it is there again. */
export function forgetOpen(name: string): void {
  if (open?.name !== name) return;
  open = null;
  write(null);
}

/** Reports at once what the page before did not come back from: the same may happen again in a moment. */
export function reportLeftOpen(): void {
  const left = read();
  write(null);
  document.addEventListener('visibilitychange', () => write(document.visibilityState === 'hidden' ? null : open));
  window.addEventListener('pagehide', () => write(null));
  if (left === null) return;
  const report = { views: [], errors: [], failedCalls: [], vitals: [], troubles: [{ ...left, trouble: 'stuck' }] };
  const body = JSON.stringify({ shell: '/unknown.js', ...report });
  navigator.sendBeacon(reportVisit.path, new Blob([body], { type: 'application/json' }));
}

function read(): AreaVersion | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as AreaVersion | null;
  } catch {
    // Without storage, and with what is no longer readable, there is nothing to tell.
    return null;
  }
}

function write(area: AreaVersion | null): void {
  try {
    if (area === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(area));
  } catch {
    // Likewise.
  }
}
