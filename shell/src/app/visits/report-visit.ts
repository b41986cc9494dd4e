import { reportVisit, type AreaVersion } from '@pagecast/api/contract';
import { callApi } from '../../kit/runtime/api-client.ts';
import { statusOf } from '../../kit/runtime/api-error.ts';
import type { Note } from './notes.ts';
import { visitReport, type VisitReport } from './visit-report.ts';
import { interactions } from './interactions.ts';
import { watchInteractions, watchVitals } from './watch-vitals.ts';

/** Together with what happens meanwhile. */
const GATHER_MS = 3000;
/** What Core Web Vitals call a poor wait after a press. */
const POOR_MS = 500;
/** The server has had enough of this page for now. */
const PAUSE_MS = 60_000;

const SHELL: AreaVersion = { name: 'shell', version: null };

/**
 * Reports from now on what happens in the page, a few seconds after it did, and the rest as it is left.
 * @param hosts origins beside the page's own that areas may come from
 * @returns takes what happened
 */
export function reportVisits(hosts: readonly string[]): (one: Note) => void {
  /** The version of each area that was seen last. */
  const versions = new Map<string, string>();
  const areaAt = (element: Element | null): AreaVersion => {
    const name = element?.closest<HTMLElement>('[data-remote]')?.dataset['remote'] ?? '';
    const version = versions.get(name);
    return version === undefined ? SHELL : { name, version };
  };
  const screen = () => areaAt(document.querySelector('main [data-remote]'));
  const report = visitReport(entryOf(document), hosts, screen);
  const sending = sendLater(report);
  report.addShell();
  sending.soon();
  let addInteractions = () => {};
  if (Math.random() < shareOf(document)) {
    watchVitals((metric, value, element) => {
      report.addVital(element === null ? screen() : areaAt(element), metric, value);
      sending.soon();
    });
    addInteractions = reportInteractions(report, { areaAt, screen }, sending.soon);
  }
  // Behind those of the vitals, which are final as the page is hidden.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    addInteractions();
    sending.now();
  });
  let area = '';
  return (one) => {
    if (one.kind === 'view') {
      if (one.name !== area) addInteractions();
      area = one.name;
      versions.set(one.name, one.version);
    }
    report.add(one);
    sending.soon();
  };
}

/**
 * A wait that nobody would call good is told soon, and not when somebody leaves the page in the evening: a version that
 * makes people wait is found out by it.
 * @returns adds to the report how fast areas were until now: to be called as their person moves on
 */
function reportInteractions(
  report: VisitReport,
  { areaAt, screen }: { areaAt: (element: Element) => AreaVersion; screen: () => AreaVersion },
  sendSoon: () => void,
): () => void {
  const { add, take } = interactions();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const addTaken = () => {
    for (const { of, inpMs } of take()) report.addVital(of, 'INP', inpMs);
    sendSoon();
  };
  // Browsers name no element that is gone by then, as the button of a window that it closed.
  const flush = watchInteractions((id, durationMs, element) => {
    if (element === null) add(screen(), id, durationMs);
    else if (element.isConnected || element.closest('[data-remote]') !== null) add(areaAt(element), id, durationMs);
    if (durationMs > POOR_MS) timer ??= setTimeout(addTaken, GATHER_MS);
  });
  return () => {
    flush();
    addTaken();
    clearTimeout(timer);
    timer = undefined;
  };
}

/** The script that the page came with: it says which shell this is. */
function entryOf(page: Document): string {
  const entry = [...page.querySelectorAll<HTMLScriptElement>('head script[integrity]')].find(
    ({ src }) => new URL(src, page.baseURI).origin === location.origin,
  );
  return entry === undefined ? '/unknown.js' : new URL(entry.src, page.baseURI).pathname;
}

/** Of so many visits how fast they are is told. */
function shareOf(page: Document): number {
  return Number(page.querySelector('meta[name="vitals-share"]')?.getAttribute('content') ?? 1);
}

function sendLater(report: VisitReport) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pausedUntil = 0;

  async function send(): Promise<void> {
    timer = undefined;
    const body = report.take();
    if (body === null || performance.now() < pausedUntil) return;
    await callApi(reportVisit, { body }).catch((error: unknown) => {
      if (statusOf(error) === 429) pausedUntil = performance.now() + PAUSE_MS;
    });
  }

  return {
    soon(): void {
      timer ??= setTimeout(() => void send(), GATHER_MS);
    },
    /** The page may be gone in a moment. */
    now(): void {
      clearTimeout(timer);
      timer = undefined;
      const body = report.take();
      if (body !== null && performance.now() >= pausedUntil)
        navigator.sendBeacon(reportVisit.path, new Blob([JSON.stringify(body)], { type: 'application/json' }));
    },
  };
}
