import type { Job } from '../../jobs/jobs.ts';
import type { SealingAudit } from './sealing-audit.ts';

/** A line can be changed unseen until it is sealed: a minute at most. */
export function sealAuditJob({ seals }: { seals: Pick<SealingAudit, 'sealAll'> }): Job {
  return { name: 'seal-audit-log', rule: '50 * * * * *', runsWhileRestored: true, run: () => seals.sealAll() };
}
