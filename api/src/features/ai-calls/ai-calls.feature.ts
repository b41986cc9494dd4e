import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Metrics } from '../../http/metrics.ts';
import { aiAnswersRepository } from './ai-answers.repository.ts';
import { aiBudget } from './ai-budget.ts';
import { aiCallsRepository, type AiCallsRepository } from './ai-calls.repository.ts';
import { aiMetrics } from './ai-metrics.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly sweepsDb: Knex;
  readonly metrics: Metrics;
}

/** What was asked of the AI, what it cost, and what may still be spent today. */
export function createAiCalls({ config, db, sweepsDb, metrics }: Deps) {
  return {
    ...aiAnswersRepository(db),
    ...counted(aiCallsRepository(db), metrics),
    jobs: [
      { name: 'sweep-ai-answers', rule: '0 43 * * * *', run: () => aiAnswersRepository(sweepsDb).forgetAnswers() },
    ] satisfies Job[],
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
