import type { Vital } from '@pagecast/api/contract';
import { onCLS, onLCP } from 'web-vitals';

/** The shortest events that browsers tell of. */
const EVENT_MS = 16;

/** Tells how fast this page came, and how still it stood, once that is final, with the element that it was about. */
export function watchVitals(
  tell: (metric: Exclude<Vital, 'INP'>, value: number, element: Element | null) => void,
): void {
  onLCP(({ value, entries }) => tell('LCP', value, inPage(entries.at(-1)?.element)));
  onCLS(({ value, entries }) => tell('CLS', value, inPage(entries[0]?.sources[0]?.node)));
}

/**
 * Tells each event of an interaction, with the element that it was for, which may have left the page since.
 * @returns tells at once what the browser has kept back
 */
export function watchInteractions(tell: (id: number, durationMs: number, element: Element | null) => void): () => void {
  if (!PerformanceObserver.supportedEntryTypes.includes('event')) return () => {};
  const hear = (entries: PerformanceEntryList) => {
    for (const { interactionId, duration, target } of entries as PerformanceEventTiming[])
      if (interactionId > 0) tell(interactionId, duration, target instanceof Element ? target : null);
  };
  const observer = new PerformanceObserver((list) => hear(list.getEntries()));
  observer.observe({ type: 'event', buffered: true, durationThreshold: EVENT_MS });
  return () => hear(observer.takeRecords());
}

/** What has left the page says no more where it was. */
function inPage(node: Node | null | undefined): Element | null {
  if (node == null || !node.isConnected) return null;
  return node instanceof Element ? node : node.parentElement;
}
