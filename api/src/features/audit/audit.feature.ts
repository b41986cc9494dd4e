import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Keyring } from '../../db/keyring.ts';
import { auditRepository } from './audit.repository.ts';
import { auditRoutes } from './audit.routes.ts';
import { goneIds } from './gone-person.ts';
import { sealAuditJob } from './seal-audit.job.ts';
import { sealingAudit } from './sealing-audit.ts';

interface Deps {
  readonly keys: Keyring;
  readonly db: Knex;
  readonly sweepsDb: Knex;
  readonly log: Logger;
}

/** What administrators did, and who did something as somebody else. */
export function createAudit({ keys, db, sweepsDb, log }: Deps) {
  const goneId = goneIds(keys);
  const seals = sealingAudit({ db, log });
  return {
    goneId,
    routes: [auditRoutes({ audit: auditRepository(db), seals, goneId })],
    jobs: [sealAuditJob({ seals: sealingAudit({ db: sweepsDb, log }) })],
  };
}
