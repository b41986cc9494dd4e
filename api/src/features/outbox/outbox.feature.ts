import type { Knex } from 'knex';
import type { Job } from '../../jobs/jobs.ts';
import { outboxRepository } from './outbox.repository.ts';
import { sweepOutboxJob } from './sweep-outbox.job.ts';

/** What people are told outside of the app, from the fact to whatever tells it. */
export function createOutbox({ sweepsDb }: { readonly sweepsDb: Knex }) {
  return { jobs: [sweepOutboxJob({ outbox: outboxRepository(sweepsDb) })] satisfies Job[] };
}
