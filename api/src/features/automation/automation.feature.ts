import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import type { Events } from '../events/events.feature.ts';
import type { Posts } from '../posts/posts.feature.ts';
import { automationRoutes } from './automation.routes.ts';
import { automationService } from './automation.service.ts';
import { automationEngine } from './engine.ts';
import { holdsRepository } from './holds.repository.ts';
import { queueRepository } from './queue.repository.ts';
import { queueService } from './queue.service.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly automationDb: Knex;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly configuration: Configuration;
  readonly events: Events;
  readonly aiCalls: AiCalls;
  readonly posts: Posts;
}

/** Posts that the AI writes by itself, round after round. */
export function createAutomation({
  config,
  db,
  automationDb,
  metrics,
  log,
  configuration: { ai },
  events: { moved },
  aiCalls,
  posts: { editPost },
}: Deps) {
  const service = automationService({ db });
  const queue = queueService({ db, editPost });
  const engine = automationEngine({
    db: automationDb,
    aiCalls,
    complete: ai.complete({ retries: 0 }),
    moderate: ai.moderate,
    writing: ai.writing,
    adminIds: config.ADMIN_FACEBOOK_IDS,
    budget: aiCalls.budget,
    metrics,
    log,
    moved,
  });
  return {
    ...engine,
    /** Nothing new is planned for this owner from then on. */
    stopAutomation: service.stopAutomation,
    releaseFromKey: holdsRepository(db).releaseFromKey,
    /** What it has written, and what people decide about it. */
    drafts: { ...queue, list: queueRepository(db).list },
    routes: [
      automationRoutes({
        db,
        service,
        queue,
        limitMicros: config.AI_DAILY_BUDGET_PER_USER,
        spentToday: aiCalls.spentToday,
        moved,
      }),
    ],
  };
}
export type Automation = ReturnType<typeof createAutomation>;
