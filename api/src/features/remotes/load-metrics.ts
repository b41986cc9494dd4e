import { Counter, type Registry } from 'prom-client';
import type { LoadPhase } from '../../contract/remotes.ts';

/** How areas arrive in browsers, as those told. Only versions that are registered are counted, so there are few. */
export function loadMetrics({ registry }: { readonly registry: Registry }) {
  const loads = new Counter({
    name: 'area_loads_total',
    help: 'Areas that browsers loaded: `loaded`, or the step that failed',
    labelNames: ['area', 'version', 'outcome'],
    registers: [registry],
  });
  return (area: string, version: string, failedAt: LoadPhase | null): void =>
    loads.inc({ area, version, outcome: failedAt ?? 'loaded' });
}
export type CountLoad = ReturnType<typeof loadMetrics>;
