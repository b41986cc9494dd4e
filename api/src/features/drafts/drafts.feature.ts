import type { Knex } from 'knex';
import { draftsRepository } from './drafts.repository.ts';
import { draftsRoutes } from './drafts.routes.ts';

/** What people have begun to write. */
export function createDrafts({ db }: { db: Knex }) {
  return { routes: [draftsRoutes({ drafts: draftsRepository(db) })] };
}
