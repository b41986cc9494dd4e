import type { Knex } from 'knex';
import type { Job } from '../../jobs/jobs.ts';
import { idempotencyKeysRepository } from './idempotency-keys.repository.ts';

/** What was done under which idempotency key. */
export function createIdempotency({ db, sweepsDb }: { db: Knex; sweepsDb: Knex }) {
  return {
    ...idempotencyKeysRepository(db),
    /** The same within a transaction of somebody else. */
    within: idempotencyKeysRepository,
    jobs: [
      {
        name: 'sweep-idempotency-keys',
        rule: '0 41 * * * *',
        run: () => idempotencyKeysRepository(sweepsDb).forgetOld(),
      },
    ] satisfies Job[],
  };
}
export type Idempotency = ReturnType<typeof createIdempotency>;
