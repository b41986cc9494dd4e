import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import { aiBudget } from './ai-budget.ts';
import { aiCallsRepository } from './ai-calls.repository.ts';

/** What was asked of the AI, what it cost, and what may still be spent today. */
export function createAiCalls({ config, db }: { config: Config; db: Knex }) {
  return {
    ...aiCallsRepository(db),
    budget: aiBudget({ db, budgets: { mine: config.AI_DAILY_BUDGET_PER_USER, all: config.AI_DAILY_BUDGET } }),
  };
}
export type AiCalls = ReturnType<typeof createAiCalls>;
