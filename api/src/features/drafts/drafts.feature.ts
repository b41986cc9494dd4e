import type { Knex } from 'knex';
import { draftsRepository } from './drafts.repository.ts';
import { draftsRoutes } from './drafts.routes.ts';

/** What people have begun to write. */
export function createDrafts({ db }: { db: Knex }) {
  const drafts = draftsRepository(db);
  return { withFiles: drafts.withFiles, routes: [draftsRoutes({ drafts })] };
}
