import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import { auditRepository } from './audit.repository.ts';
import { auditRoutes } from './audit.routes.ts';
import { goneIds } from './gone-person.ts';

/** What administrators did, and who did something as somebody else. */
export function createAudit({ config, db }: { config: Config; db: Knex }) {
  const goneId = goneIds(config.SECRET_KEY);
  return { goneId, routes: [auditRoutes({ audit: auditRepository(db), goneId })] };
}
