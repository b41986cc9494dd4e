import type { Knex } from 'knex';
import { draftsRepository } from './drafts.repository.ts';
import { beginDraft } from './begin-draft.ts';
import { draftsRoutes } from './drafts.routes.ts';

/** What people have begun to write. */
export function createDrafts({ db }: { db: Knex }) {
  const drafts = draftsRepository(db);
  return { withFiles: drafts.withFiles, begin: beginDraft, routes: [draftsRoutes({ drafts })] };
}
export type Drafts = ReturnType<typeof createDrafts>;
