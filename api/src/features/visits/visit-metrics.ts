import { Counter, Histogram, type Registry } from 'prom-client';
import { VITALS, type Vital } from '../../contract/visits.ts';
import type { VersionFiles } from '../remotes/release-row.ts';
import type { Figure } from './area-figures.repository.ts';

/** What pages report, for `GET /metrics`. Only what the registry knows is counted, so there are few labels. */
export function visitMetrics(registry: Registry) {
  const registers = [registry];
  const figures = new Counter({
    name: 'area_figures_total',
    help: 'What people met in the areas: views, errors and failed calls',
    labelNames: ['area', 'release', 'figure'],
    registers,
  });
  const vitals = new Histogram({
    name: 'area_web_vitals',
    help: 'Web vitals of the areas: LCP and INP in seconds, CLS as it is',
    labelNames: ['area', 'release', 'metric'],
    buckets: [0.01, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2.5, 4, 10],
    registers,
  });
  const dropped = new Counter({
    name: 'area_reports_dropped_total',
    help: 'What pages reported and was not counted',
    labelNames: ['reason'],
    registers,
  });
  return {
    /** @param value of a vital, in ms or as it is */
    count({ name, isCurrent }: VersionFiles, figure: Figure, count: number, value: number): void {
      const labels = { area: name, release: isCurrent ? 'current' : 'other' };
      if (isVital(figure)) vitals.observe({ ...labels, metric: figure }, figure === 'CLS' ? value : value / 1000);
      else figures.inc({ ...labels, figure }, count);
    },
    drop(reason: 'unknown' | 'busy' | 'full', count = 1): void {
      dropped.inc({ reason }, count);
    },
  };
}
export type VisitMetrics = ReturnType<typeof visitMetrics>;

function isVital(figure: Figure): figure is Vital {
  return VITALS.some((vital) => vital === figure);
}
