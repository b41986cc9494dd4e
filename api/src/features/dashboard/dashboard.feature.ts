import type { Knex } from 'knex';
import { dashboardRoutes } from './dashboard.routes.ts';

/** What stands on the first screen. */
export function createDashboard({ db }: { db: Knex }) {
  return { routes: [dashboardRoutes({ db })] };
}
