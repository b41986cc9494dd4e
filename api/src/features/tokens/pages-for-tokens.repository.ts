import type { Knex } from 'knex';
import type { GraphPageId, PageId } from '../../contract/ids.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';

/** What a token can be for. */
export function pagesForTokensRepository(db: Knex) {
  return {
    async connected(owner: Owner): Promise<{ id: PageId; pageId: GraphPageId }[]> {
      const rows = await ownedBy<{ id: PageId; page_id: GraphPageId }>(db, 'facebook_pages', owner)
        .whereNull('removed_at')
        .select('id', 'page_id');
      return rows.map(({ id, page_id: pageId }) => ({ id, pageId }));
    },
  };
}
