import type { Knex } from 'knex';
import type { Job } from '../../jobs/jobs.ts';
import { notifyNextOfLoss } from '../notifications/notify-of-loss.repository.ts';
import { takePendingLoss, toldOfLoss } from '../publishing/loop-clock.repository.ts';

const PEOPLE_AT_ONCE = 1000;
/** Sessions say to the minute when somebody was last there. */
const SEEN_TO_MS = 90_000;
/** What takes longer to tell of is a backup that was put back: it concerns everybody of the days before it. */
const LONG_MS = 10 * 60_000;
const DAYS_BEFORE_MS = 7 * 24 * 3600_000;

interface Deps {
  readonly loopDb: Knex;
  readonly adminIds: readonly string[];
}

/** Tells everybody who may have lost something with the last writes of the database, once. */
export function tellOfLossesJob({ loopDb, adminIds }: Deps): Job {
  /** @returns whether there are more to tell */
  async function tellNext(): Promise<boolean> {
    return loopDb.transaction(async (trx) => {
      const loss = await takePendingLoss(trx);
      if (loss === null) return false;
      const { since, until, history, toldTo } = loss;
      const isLong = until.getTime() - since.getTime() > LONG_MS;
      const last = await notifyNextOfLoss(trx, {
        adminIds,
        history,
        activeSince: new Date(since.getTime() - (isLong ? DAYS_BEFORE_MS : SEEN_TO_MS)),
        after: toldTo,
        limit: PEOPLE_AT_ONCE,
        problem: {
          code: 'work_lost',
          action: null,
          params: {
            since: since.toISOString(),
            until: until.toISOString(),
            stopped: 0,
            older: 0,
            gone: 0,
            isForAll: false,
          },
        },
      });
      await toldOfLoss(trx, loss, last);
      return true;
    });
  }

  return {
    name: 'tell-of-lost-work',
    rule: '*/10 * * * * *',
    async run() {
      while (await tellNext());
    },
  };
}
