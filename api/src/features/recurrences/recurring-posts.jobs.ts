import type { Knex } from 'knex';
import pLimit from 'p-limit';
import type { Job } from '../../jobs/jobs.ts';
import { dueRecurrencesRepository } from './due-recurrences.repository.ts';
import type { RecurrencePlanner } from './planner.service.ts';

/** What one run begins at most; the next one is seconds away. */
const RULES_AT_ONCE = 50;
const RUN_MS = 4000;
/** Rules that ask the AI at the same time. */
const ASKING_AT_ONCE = 4;

interface Deps {
  readonly db: Knex;
  readonly adminIds: readonly string[];
  readonly planner: RecurrencePlanner;
}

/** Who waits for the AI keeps nobody else waiting: these are two jobs. */
export function recurringPostsJobs({ db, adminIds, planner }: Deps): Job[] {
  const run = (isVaried: boolean, atOnce: number) => async () => {
    const until = performance.now() + RUN_MS;
    const inTurn = pLimit(atOnce);
    const due = await dueRecurrencesRepository(db).due(adminIds, RULES_AT_ONCE, isVaried);
    const planned = due.map((one) =>
      inTurn(async () => {
        if (performance.now() > until) return;
        await planner.plan(one).catch((error: unknown) => planner.failed(one, error));
      }),
    );
    await Promise.all(planned);
  };
  return [
    { name: 'recurring-posts', rule: '*/10 * * * * *', run: run(false, 1) },
    { name: 'varied-recurring-posts', rule: '5/10 * * * * *', run: run(true, ASKING_AT_ONCE) },
  ];
}
