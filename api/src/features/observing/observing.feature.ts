import type { Knex } from 'knex';
import { figureMetrics } from './figure-metrics.ts';
import { figuresRepository } from './figures.repository.ts';
import { latestFigures } from './latest-figures.ts';

/** What operators see of the whole product. The process that is asked reads it, and no loop. */
export function createObserving({ tellingDb }: { readonly tellingDb: Knex }) {
  const figures = latestFigures(figuresRepository(tellingDb).read);
  return { figures, metricsText: figureMetrics(figures).text };
}
export type Observing = ReturnType<typeof createObserving>;
