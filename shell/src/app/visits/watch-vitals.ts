import type { Vital } from '@pagecast/api/contract';
import { onCLS, onINP, onLCP } from 'web-vitals';

/** Tells each vital of this page once it is final, with the element that it was about. */
export function watchVitals(tell: (metric: Vital, value: number, element: Element | null) => void): void {
  onLCP(({ value, entries }) => tell('LCP', value, inPage(entries.at(-1)?.element)));
  onINP(({ value, entries }) => tell('INP', value, inPage(entries.find(({ target }) => target !== null)?.target)));
  onCLS(({ value, entries }) => tell('CLS', value, inPage(entries[0]?.sources[0]?.node)));
}

/** What has left the page says no more where it was. */
function inPage(node: Node | null | undefined): Element | null {
  if (node == null || !node.isConnected) return null;
  return node instanceof Element ? node : node.parentElement;
}
