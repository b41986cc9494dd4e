import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';

export interface PageGroup {
  readonly id: number;
  readonly name: string;
  readonly pageIds: readonly PageId[];
}

const GROUPS = `select g.id, g.name, to_jsonb(array(
    select gp.facebook_page_id from page_group_pages gp join facebook_pages p on p.id = gp.facebook_page_id
    where gp.group_id = g.id and p.removed_at is null order by lower(p.name), p.id)) as "pageIds"
  from page_groups g where g.user_id = ? and g.environment = ?`;

/** Pages that people choose together. */
export function pageGroupsRepository(db: Knex) {
  return {
    async list(owner: Owner): Promise<PageGroup[]> {
      const { rows } = await db.raw<{ rows: PageGroup[] }>(`${GROUPS} order by lower(g.name)`, [
        owner.userId,
        owner.environment,
      ]);
      return rows;
    },

    async find(owner: Owner, id: number): Promise<PageGroup | null> {
      const { rows } = await db.raw<{ rows: PageGroup[] }>(`${GROUPS} and g.id = ?`, [
        owner.userId,
        owner.environment,
        id,
      ]);
      return rows[0] ?? null;
    },

    /** null: another group of the owner has this name. */
    async create(owner: Owner, name: string): Promise<number | null> {
      const { rows } = await db.raw<{ rows: { id: number }[] }>(
        `insert into page_groups (user_id, environment, name) values (?, ?, ?)
        on conflict (user_id, environment, lower(name)) do nothing returning id`,
        [owner.userId, owner.environment, name],
      );
      return rows[0]?.id ?? null;
    },

    async rename(owner: Owner, id: number, name: string): Promise<void> {
      await ownedBy(db, 'page_groups', owner)
        .where({ id })
        .update({ name } as object);
    },

    async setPages(owner: Owner, groupId: number, pageIds: readonly PageId[]): Promise<void> {
      await ownedBy(db, 'page_group_pages', owner).where({ group_id: groupId }).delete();
      const rows = pageIds.map((id) => ({ ...ownedColumns(owner), group_id: groupId, facebook_page_id: id }));
      if (rows.length > 0) await db('page_group_pages').insert(rows);
    },

    /** A page that is removed leaves its groups. */
    async forgetPage(owner: Owner, pageId: PageId): Promise<void> {
      await ownedBy(db, 'page_group_pages', owner).where({ facebook_page_id: pageId }).delete();
    },

    async remove(owner: Owner, id: number): Promise<boolean> {
      return Number(await ownedBy(db, 'page_groups', owner).where({ id }).delete()) === 1;
    },
  };
}
