import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Metrics } from '../../http/metrics.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { AiBudget } from '../ai-calls/ai-budget.ts';
import type { AiCallsRepository } from '../ai-calls/ai-calls.repository.ts';
import type { Complete } from '../generation/completion.ts';
import { aiCooldownRepository } from '../publishing/ai-cooldown.repository.ts';
import { holdsRepository } from './holds.repository.ts';
import { planningService } from './planning.service.ts';
import { slotsRepository, type SlotClaim } from './slots.repository.ts';
import { slotWriter } from './writer.ts';
import { planningRepository } from './planning.repository.ts';

/** Texts that one process has written at a time. */
const AT_ONCE = 12;
/** The history of cycles is kept this long. */
const KEEP_DAYS = 120;

interface Deps {
  readonly db: Knex;
  readonly calls: AiCallsRepository;
  /** Never repeats a call by itself: each may be paid for. */
  readonly complete: Complete;
  readonly model: string;
  /** People who are always let in. */
  readonly adminIds: readonly string[];
  readonly budget: AiBudget;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Slots have moved, which their owners' screens may be told. */
  moved(): void;
}

/**
 * The part of the loop that makes cycles and has their texts written. All state is in the rows, so any number of processes
 * share the work, and one that dies leaves nothing but leases that run out.
 */
export function automationEngine({ db, calls, complete, model, adminIds, budget, metrics, log, moved }: Deps) {
  const slots = slotsRepository(db);
  const planning = planningService({ db, adminIds });
  const writer = slotWriter({
    slots,
    holds: holdsRepository(db),
    aiCooldown: aiCooldownRepository(db),
    calls,
    complete,
    model,
    adminIds,
    budget,
    metrics,
    log,
  });
  const inFlight = new Set<Promise<void>>();
  const ending = new AbortController();
  let isStopping = false;

  /** Claims as much as there is room for; what ends makes room for more. */
  async function writeDue(): Promise<void> {
    if (isStopping || inFlight.size >= AT_ONCE) return;
    const claims = await slots.claim(AT_ONCE - inFlight.size);
    for (const claim of claims) begin(claim);
  }

  function begin(claim: SlotClaim): void {
    const work: Promise<void> = writer
      .write(claim, ending.signal)
      // The lease runs out, and whoever claims the slot next goes on.
      .catch((error: unknown) => log.error({ err: error, slotId: claim.slotId }, 'automation.writing-crashed'))
      .then(() => {
        inFlight.delete(work);
        moved();
      })
      .then(writeDue)
      .catch((error: unknown) => log.error({ err: error }, 'automation.claim-failed'));
    inFlight.add(work);
  }

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
          await planningRepository(db).forgetOldCycles(KEEP_DAYS);
        },
      },
    ] satisfies Job[],

    /** Resolves when every text that is being written here has come to its end. */
    async settled(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },

    /** No new texts; those under way have `graceMs` to be finished, and are cut off then: they may have been paid for, and count. */
    async stop(graceMs: number): Promise<void> {
      isStopping = true;
      const cut = setTimeout(() => ending.abort(), graceMs);
      await Promise.all(inFlight);
      clearTimeout(cut);
    },
  };
}
