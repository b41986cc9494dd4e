import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { MediaService } from '../media/media.service.ts';
import { postsRepository } from '../posts/posts.repository.ts';
import { dueRecurrencesRepository, type DueRecurrence } from './due-recurrences.repository.ts';
import { makePosts, NOTHING_PREPARED, type Prepared } from './making-posts.ts';
import { recurrencesRepository } from './recurrences.repository.ts';
import type { Recurrence } from './recurrence.ts';

interface Deps {
  readonly db: Knex;
  readonly media: Pick<MediaService, 'copyOfText'>;
  readonly log: Logger;
  /** What a set of texts needs to know; it may ask the AI. */
  prepare(recurrence: Recurrence, now: Date): Promise<Prepared>;
}

/**
 * Makes the posts of rules ahead of their time. Any number of processes may: a rule is one's alone while its posts are
 * made, in one transaction, and each day is there once.
 */
export function recurrencePlanner({ db, media, log, prepare }: Deps) {
  return {
    /** Makes what there is to make for one rule, unless somebody else does. */
    async plan(due: DueRecurrence): Promise<void> {
      const before = await recurrencesRepository(db).find(due, due.id);
      if (before === null || before.state !== RUNNING) return;
      if (before.isVaried && !(await dueRecurrencesRepository(db).beginVarying(due.id))) return;
      const prepared = await prepare(before, await postsRepository(db).now());
      await db.transaction(async (trx) => {
        if (!(await dueRecurrencesRepository(trx).take(due.id))) return;
        const recurrence = await recurrencesRepository(trx).find(due, due.id);
        if (recurrence === null) return;
        // What was found out for the rule as it was before is of no use.
        const isSame = recurrence.revision === before.revision;
        const now = await postsRepository(trx).now();
        const made = await makePosts(trx, recurrence, { ...(isSame ? prepared : NOTHING_PREPARED), now, media });
        if (made > 0) log.info({ recurrenceId: due.id, made }, 'recurring-posts.made');
      });
    },

    /** The next try is a while off, so that what fails again and again stands in nobody's way. */
    async failed(due: DueRecurrence, error: unknown): Promise<void> {
      log.error({ err: error, recurrenceId: due.id }, 'recurring-posts.failed');
      await dueRecurrencesRepository(db).tryLater(due.id);
    },
  };
}
export type RecurrencePlanner = ReturnType<typeof recurrencePlanner>;

const RUNNING = 'running';
