import type { Knex } from 'knex';
import { ownedBy } from '../../db/owner.ts';
import type { FindSubject } from '../../http/token-input.ts';

/** On which pages the things are that programs name. */
export function tokenSubjectsRepository(db: Knex): { find: FindSubject } {
  return {
    async find(session, subject, id) {
      if (subject === 'page') {
        const page = await ownedBy(db, 'facebook_pages', session).where({ id }).first('id');
        return page === undefined ? null : { statuses: [] };
      }
      const column = subject === 'post' ? 'posts.id' : 'posts.composition_id';
      const statuses = await ownedBy(db, 'posts', session).where(column, id).pluck<string[]>('status');
      if (!session.onlyPages) return { statuses };
      // One text for several pages is theirs who may see all of them.
      const everywhere = await ownedBy(db, 'posts', { ...session, onlyPages: null })
        .where(column, id)
        .pluck('id');
      return statuses.length === 0 || statuses.length < everywhere.length ? null : { statuses };
    },
  };
}
