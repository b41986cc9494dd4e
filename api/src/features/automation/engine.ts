import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Metrics } from '../../http/metrics.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { AiBudget } from '../ai-calls/ai-budget.ts';
import type { AiCallsRepository } from '../ai-calls/ai-calls.repository.ts';
import type { Complete, Moderate } from '../../ai/ai.ts';
import type { Writing } from '../../prompts/writing.ts';
import { aiCooldownRepository } from '../publishing/ai-cooldown.repository.ts';
import { holdsRepository } from './holds.repository.ts';
import { planningService } from './planning.service.ts';
import { rejectionsRepository } from '../rejections/rejections.repository.ts';
import { slotsRepository } from './slots.repository.ts';
import { storingTexts } from './storing-texts.ts';
import { slotWriter } from './writer.ts';
import { planningRepository } from './planning.repository.ts';
import { textsInFlight } from './texts-in-flight.ts';
import { RETENTION } from '../../retention.ts';

export interface Deps {
  readonly db: Knex;
  readonly aiCalls: AiCallsRepository;
  /** Never repeats a call by itself: each may be paid for. */
  readonly complete: Complete;
  readonly moderate: Moderate;
  /** Asked for each text, since it can change while the loop runs. */
  writing(): Writing;
  /** People who are always let in. */
  readonly adminIds: readonly string[];
  readonly budget: AiBudget;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Slots have moved, which their owners' screens may be told. */
  moved(): void;
}

/**
 * The part of the loop that makes cycles and has their texts written. All state is in the rows, so any number of
 * processes share the work, and one that dies leaves nothing but leases that run out.
 */
export function automationEngine(deps: Deps) {
  const { db, adminIds, moved } = deps;
  const slots = slotsRepository(db);
  const planning = planningService({ db, adminIds });
  const writer = slotWriter({
    ...deps,
    slots,
    holds: holdsRepository(db),
    rejections: rejectionsRepository(db),
    texts: storingTexts(db),
    aiCooldown: aiCooldownRepository(db),
  });

  const { writeDue, settled, stop } = textsInFlight({ ...deps, slots, writer });
  const tickJob: Job = {
    name: 'automation',
    rule: '*/5 * * * * *',
    async run() {
      const due = await slots.due();
      if (due.cycles) await planning.planDue();
      if (due.ends) await slots.sweep();
      // A cycle that was just made has texts to write.
      if (due.cycles || due.texts) await writeDue();
      if (due.cycles || due.ends) moved();
    },
  };

  return {
    tickJob,
    jobs: [
      tickJob,
      {
        name: 'forget-old-cycles',
        rule: '0 37 3 * * *',
        async run() {
          await planningRepository(db).forgetOldCycles(RETENTION.automationHistoryDays);
        },
      },
    ] satisfies Job[],

    settled,
    stop,
  };
}
