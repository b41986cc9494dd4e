import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { markOfApplied, readApplied } from './applied-migrations.ts';
import { fitOf, whyUnfit, type SchemaFit } from './schema-fit.ts';

/**
 * Other processes may change the shape of the database at any time; what they may change beside us waits for us to go.
 */
const AGE_LIMIT_MS = 1000;

/** Whether this process may work on the database as it is now, though later releases may have changed it. */
export function schemaWatch({ db, log }: { db: Knex; log: Logger }) {
  let unfitFor: string | null = null;
  let laterNames = '';
  /** Of what was read last. */
  let readMark: string | null = null;
  /** A reading of `performance.now()`. */
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const began = performance.now();
    const mark = await markOfApplied(db);
    if (mark === null || mark !== readMark) judge(fitOf(await readApplied(db)));
    [readMark, readAt] = [mark, began];
  }

  function judge(fit: SchemaFit): void {
    tellOfLater(fit);
    const reason = whyUnfit(fit);
    if (reason !== unfitFor) {
      if (reason === null) log.info('migrations.fit-again');
      else log.error({ reason }, 'migrations.not-fit');
    }
    unfitFor = reason;
  }

  function tellOfLater({ later, tooOldFor }: SchemaFit): void {
    const names = later.map(({ name }) => name).join();
    if (names !== '' && names !== laterNames && tooOldFor === null)
      log.info(
        { migrations: later.map(({ name, kind }) => ({ name, kind: kind ?? 'unknown' })) },
        'migrations.of-a-later-release',
      );
    laterNames = names;
  }

  return {
    /**
     * Why this process must do nothing now; null when it may work.
     * @param maxAgeMs of what was read before
     * @throws what the database says, where it does not answer
     */
    async whyUnfit(maxAgeMs = AGE_LIMIT_MS): Promise<string | null> {
      if (performance.now() - readAt >= maxAgeMs) {
        reading ??= read().finally(() => {
          reading = null;
        });
        await reading;
      }
      return unfitFor;
    },
  };
}
export type SchemaWatch = ReturnType<typeof schemaWatch>;
