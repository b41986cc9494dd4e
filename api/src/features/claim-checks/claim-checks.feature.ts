import type { Knex } from 'knex';
import { pageRights } from '../page-rights/page-rights.ts';
import { claimChecksRoutes } from './claim-checks.routes.ts';

/** Tells who writes with the AI which claims of a text nobody gave it. */
export function createClaimChecks({ db }: { db: Knex }) {
  return { routes: [claimChecksRoutes(pageRights(db))] };
}
