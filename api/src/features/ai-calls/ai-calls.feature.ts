import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import type { Metrics } from '../../http/metrics.ts';
import { aiBudget } from './ai-budget.ts';
import { aiCallsRepository, type AiCallsRepository } from './ai-calls.repository.ts';
import { aiMetrics } from './ai-metrics.ts';

/** What was asked of the AI, what it cost, and what may still be spent today. */
export function createAiCalls({ config, db, metrics }: { config: Config; db: Knex; metrics: Metrics }) {
  return {
    ...counted(aiCallsRepository(db), metrics),
    budget: aiBudget({ db, budgets: { mine: config.AI_DAILY_BUDGET_PER_USER, all: config.AI_DAILY_BUDGET } }),
  };
}
export type AiCalls = ReturnType<typeof createAiCalls>;

/** The same, and tells `/metrics` of calls that have ended. */
function counted(calls: AiCallsRepository, metrics: Metrics): AiCallsRepository {
  const count = aiMetrics(metrics);
  return {
    ...calls,
    async answered(...given) {
      const ended = await calls.answered(...given);
      count(ended, 'answered');
      return ended;
    },
    async failed(...given) {
      const ended = await calls.failed(...given);
      count(ended, 'failed');
      return ended;
    },
  };
}
