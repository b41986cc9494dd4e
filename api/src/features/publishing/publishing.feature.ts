import type { Knex } from 'knex';
import type { GraphPageId, PageId } from '../../contract/ids.ts';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { ENVIRONMENTS } from '../../contract/common.ts';
import { FACEBOOK } from '../../contract/networks.ts';
import type { BudgetOwner } from '../../facebook/graph-usage.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import type { Problem } from '../../problems/problem.ts';
import { doubtsRepository } from './doubts.repository.ts';
import { forgetAhead } from './forget-ahead.repository.ts';
import { pausesRepository } from './pauses.repository.ts';
import { scheduleOfOwner } from './schedule-of-owner.repository.ts';
import { endScheduleOfPage } from './schedule-of-page.repository.ts';
import { takeBack } from './take-back.repository.ts';
import { SEND_TIMEOUT_SECONDS } from './timing.ts';

interface Deps {
  readonly loopDb: Knex;
  readonly log: Logger;
  readonly configuration: Configuration;
  readonly config: Pick<Config, 'ADMIN_FACEBOOK_IDS'>;
}

/**
 * What is known of posts on their way out and what keeps them waiting: the loop works from it, and others hold or end
 * it.
 */
export function createPublishing({ loopDb, log, config, configuration: { facebookApp } }: Deps) {
  const pauses = pausesRepository(loopDb);

  /** Cooldowns that are being recorded. */
  const cooldowns = new Set<Promise<void>>();

  function pauseOf({ of, id }: BudgetOwner, minutes: number): Promise<void> {
    if (of === 'page') return pauses.pauseFacebookPage(id as GraphPageId, minutes, 'rate_limited');
    const environments = ENVIRONMENTS.filter((environment) => facebookApp(environment)?.appId === id);
    return pauses.pauseApp(FACEBOOK, environments, minutes, 'rate_limited');
  }

  return {
    /** The answer to a visible call is waited for this long. */
    sendTimeoutMs: SEND_TIMEOUT_SECONDS * 1000,
    pauses,
    doubts: doubtsRepository,
    scheduleOfOwner,
    endScheduleOfPage,
    /** Takes a post that waits for its next try from the loop, in the transaction that does something else with it. */
    takeBack,
    forgetAhead,

    /** A call budget of Facebook's is used up: nothing goes out to that page, or by that app, for `minutes`. */
    beginCooldown(whose: BudgetOwner, minutes: number): Promise<void> {
      const recorded: Promise<void> = pauseOf(whose, minutes)
        .catch((error: unknown) => log.error({ err: error }, 'facebook.cooldown-not-recorded'))
        .finally(() => cooldowns.delete(recorded));
      cooldowns.add(recorded);
      return recorded;
    },
    /** Resolves when every cooldown that this process knows of is recorded, or could not be. */
    cooldownsRecorded: () => Promise.all(cooldowns),

    /**
     * The page cannot be posted to: its scheduled posts keep their places and say why they wait. In the transaction
     * that says so of the page.
     */
    holdPage: (trx: Knex.Transaction, facebookPageId: PageId, problem: Problem) =>
      pausesRepository(trx).holdPage(facebookPageId, problem),
    /** The pages work again: posts that waited for them take their places back. */
    releasePages: pauses.releasePages,
    /** Posts that wait for a page with which nothing is wrong. */
    releaseForgotten: pauses.releaseForgotten,

    jobs: [
      { name: 'explain-overdue', rule: '20 * * * * *', run: () => pauses.explainOverdue() },
      {
        name: 'release-readmitted',
        rule: '25 * * * * *',
        run: () => pauses.releaseReadmitted(config.ADMIN_FACEBOOK_IDS),
      },
    ] satisfies Job[],
  };
}
export type Publishing = ReturnType<typeof createPublishing>;
