import type { Job } from '../../jobs/jobs.ts';
import type { OutboxRepository } from './outbox.repository.ts';
import { RETENTION } from '../../retention.ts';

/** Forgets what was told long ago. */
export function sweepOutboxJob({ outbox }: { outbox: Pick<OutboxRepository, 'removeBefore'> }): Job {
  return { name: 'sweep-outbox', rule: '0 47 3 * * *', run: () => outbox.removeBefore(RETENTION.factsDays) };
}
