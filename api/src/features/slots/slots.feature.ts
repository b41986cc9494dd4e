import type { Knex } from 'knex';
import { pagePlansRoutes } from './page-plans.routes.ts';

/** When pages like to post. Which of these times are free, and booking them: `booking.ts`. */
export function createSlots({ db }: { db: Knex }) {
  return { routes: [pagePlansRoutes({ db })] };
}
