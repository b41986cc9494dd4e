import type { Knex } from 'knex';
import type { GraphPageId } from '../../contract/ids.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';

/** Pages that an app can be let use. */
export function pagesToChooseRepository(db: Knex) {
  return {
    async list(owner: Owner): Promise<{ pageId: GraphPageId; name: string }[]> {
      const rows = await ownedBy<{ page_id: GraphPageId; name: string }>(db, 'facebook_pages', owner)
        .whereNull('removed_at')
        .orderBy('name')
        .limit(500)
        .select('page_id', 'name');
      return rows.map(({ page_id: pageId, name }) => ({ pageId, name }));
    },
  };
}
export type PagesToChoose = ReturnType<typeof pagesToChooseRepository>;
