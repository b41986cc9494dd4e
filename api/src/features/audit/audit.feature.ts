import type { Knex } from 'knex';
import type { Keyring } from '../../db/keyring.ts';
import { auditRepository } from './audit.repository.ts';
import { auditRoutes } from './audit.routes.ts';
import { goneIds } from './gone-person.ts';

/** What administrators did, and who did something as somebody else. */
export function createAudit({ keys, db }: { keys: Keyring; db: Knex }) {
  const goneId = goneIds(keys);
  return { goneId, routes: [auditRoutes({ audit: auditRepository(db), goneId })] };
}
