import type { Trouble } from '@pagecast/api/contract';
import { hearFailures } from '../../kit/runtime/call-signals.ts';
import { whenIdle } from '../browser/when-idle.ts';

/** Something that happened to a visitor. */
export type Note =
  | { readonly kind: 'view'; readonly name: string; readonly version: string }
  | { readonly kind: 'render' | 'rejection'; readonly error: unknown }
  | { readonly kind: 'error'; readonly error: unknown; readonly event: ErrorEvent }
  | { readonly kind: 'call'; readonly error: unknown }
  | { readonly kind: 'trouble'; readonly trouble: Trouble; readonly name: string; readonly version: string };

/** More before the reports are loaded says nothing new. */
const MOST = 50;

const early: Note[] = [];
let take = (one: Note): void => {
  if (early.length < MOST) early.push(one);
};
export const note = (one: Note): void => take(one);

/** In the place of React's own, which only logs. */
export function noteCaught(error: unknown): void {
  console.error(error);
  note({ kind: 'render', error });
}

/**
 * Notes from the first moment what goes wrong in the page. What makes reports of it is loaded when the visitor has what
 * they came for.
 * @param hosts origins beside the page's own that areas may come from
 */
export function watchVisit(hosts: readonly string[]): void {
  window.addEventListener('error', (event) => note({ kind: 'error', error: event.error as unknown, event }));
  window.addEventListener('unhandledrejection', ({ reason }) => note({ kind: 'rejection', error: reason as unknown }));
  hearFailures((error) => note({ kind: 'call', error }));
  void whenIdle()
    .then(() => import('./report-visit.ts'))
    .then(({ reportVisits }) => {
      take = reportVisits(hosts);
      for (const one of early.splice(0)) take(one);
    })
    // A visit that is not reported is as good as any.
    .catch(() => {});
}
