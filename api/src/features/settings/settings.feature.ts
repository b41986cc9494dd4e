import type { Knex } from 'knex';
import { settingsRoutes } from './settings.routes.ts';

/** What people choose for themselves. */
export function createSettings({ db }: { db: Knex }) {
  return { routes: [settingsRoutes({ db })] };
}
