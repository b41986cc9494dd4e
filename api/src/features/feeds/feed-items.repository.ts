import type { Knex } from 'knex';
import { ownedColumns, type Owner } from '../../db/owner.ts';
import { RETENTION } from '../../retention.ts';

/** Which items of feeds were seen. */
export function feedItemsRepository(db: Knex) {
  return {
    /** Those of these items that it has not had, and notes of the others that it has them still. */
    async unseen(id: number, hashes: readonly string[]): Promise<Set<string>> {
      const { rows: known } = await db.raw<{ rows: { item_hash: string }[] }>(
        'update feed_items set seen_at = now() where feed_id = ? and item_hash = any(?::text[]) returning item_hash',
        [id, [...hashes]],
      );
      const seen = new Set(known.map((row) => row.item_hash));
      return new Set(hashes.filter((hash) => !seen.has(hash)));
    },

    async draftsOfDay(id: number): Promise<number> {
      const [row] = await db('feed_items')
        .where({ feed_id: id })
        .whereNotNull('draft_key')
        .where('first_at', '>', db.raw("now() - interval '24 hours'"))
        .count<{ count: string }[]>();
      return Number(row?.count ?? 0);
    },

    /** Remembers an item. @returns false where it was remembered already, by whoever was faster */
    async remember(owner: Owner, id: number, hashes: readonly string[]): Promise<boolean> {
      const added = await db('feed_items')
        .insert(hashes.map((hash) => ({ ...ownedColumns(owner), feed_id: id, item_hash: hash })))
        .onConflict(['feed_id', 'item_hash'])
        .ignore()
        .returning('item_hash');
      return added.length === hashes.length;
    },

    async drafted(id: number, hash: string, draftKey: string): Promise<void> {
      await db('feed_items').where({ feed_id: id, item_hash: hash }).update({ draft_key: draftKey });
    },

    async forgetOld(): Promise<void> {
      await db('feed_items')
        .where('seen_at', '<', db.raw(`now() - interval '${RETENTION.feedItemsDays} days'`))
        .delete();
    },
  };
}
