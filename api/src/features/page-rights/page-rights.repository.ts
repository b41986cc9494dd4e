import type { Knex } from 'knex';
import type { GraphPageId, PageId, UserId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';

/** What somebody is on a page: its owner connected it, the others were invited. */
export type PageRole = 'owner' | 'editor' | 'approver';

/** A page as somebody works with it. */
export interface PageRight {
  readonly pageId: PageId;
  readonly graphPageId: GraphPageId;
  readonly pageName: string;
  readonly category: string | null;
  /** Whose row it is: what goes out there is theirs, by their token. */
  readonly owner: Owner & { readonly name: string };
  readonly role: PageRole;
  /** Their entry among the people of the page; null for its owner. */
  readonly memberId: number | null;
}

interface RightRow {
  id: PageId;
  page_id: GraphPageId;
  name: string;
  category: string | null;
  user_id: UserId;
  owner_name: string;
  role: PageRole;
  member_id: number | null;
}

/** Whoever was blocked shares nothing until they are let in again. The page is `g`. */
export const OWNER_IS_NOT_BLOCKED = `not exists (
  select from users u join access_entries e on e.facebook_id = u.facebook_id
  where u.id = g.user_id and e.type = 'blacklist')`;

const MEMBERSHIPS = `
  select g.id, g.page_id, g.name, g.category, g.user_id, o.name as owner_name, m.role, m.id as member_id
  from page_members m join facebook_pages g on g.id = m.facebook_page_id join users o on o.id = g.user_id
  where m.member_id = ? and m.environment = ? and g.removed_at is null and ${OWNER_IS_NOT_BLOCKED}`;

/** The pages that others share with somebody; bindings: their id, the environment. */
export const SHARED_PAGES = `
  select m.facebook_page_id from page_members m join facebook_pages g on g.id = m.facebook_page_id
  where m.member_id = ? and m.environment = ? and g.removed_at is null and ${OWNER_IS_NOT_BLOCKED}`;

/** Whoever proposed `pr` may do so at this moment still. */
export const AUTHOR_MAY_PROPOSE = `(pr.author_id = pr.user_id or exists (
  select from page_members am join users au on au.id = am.member_id
  where am.facebook_page_id = pr.facebook_page_id and am.member_id = pr.author_id and am.role = 'editor'
    and not exists (select from access_entries ae where ae.facebook_id = au.facebook_id and ae.type = 'blacklist')))`;

const RIGHT = `
  select g.id, g.page_id, g.name, g.category, g.user_id, o.name as owner_name, 'owner' as role, null as member_id
  from facebook_pages g join users o on o.id = g.user_id
  where g.user_id = ? and g.environment = ? and g.removed_at is null and g.id = ?
  union all ${MEMBERSHIPS} and g.id = ?`;

/** What people are on pages, as the database says at this moment. */
export function pageRightsRepository(db: Knex) {
  return {
    /** null: there is no such page for them. */
    async find({ userId, environment, onlyPages }: Owner, pageId: PageId): Promise<PageRight | null> {
      // A token of single pages opens no other.
      if (onlyPages && !onlyPages.includes(pageId)) return null;
      const {
        rows: [row],
      } = await db.raw<{ rows: RightRow[] }>(RIGHT, [userId, environment, pageId, userId, environment, pageId]);
      return row === undefined ? null : toRight(row, environment);
    },

    /** Everybody who approves posts of this page beside its owner. */
    approversOf: (pageId: PageId): Promise<UserId[]> =>
      db('page_members')
        .where({ facebook_page_id: pageId, role: 'approver' })
        .orderBy('member_id')
        .pluck<UserId[]>('member_id'),

    /** What these people are on the page stays so until the end of this transaction: who removes them waits. */
    async hold(pageId: PageId, userIds: readonly UserId[]): Promise<void> {
      await db.raw(
        'select from page_members where facebook_page_id = ? and member_id = any(?::bigint[]) order by id for share',
        [pageId, [...userIds]],
      );
    },

    /** The pages that others share with them, by name. */
    async shared({ userId, environment, onlyPages }: Owner): Promise<PageRight[]> {
      const { rows } = await db.raw<{ rows: RightRow[] }>(`${MEMBERSHIPS} order by g.name, g.id`, [
        userId,
        environment,
      ]);
      // As `find`: a token of single pages is told of no other.
      const opened = onlyPages ? rows.filter(({ id }) => onlyPages.includes(id)) : rows;
      return opened.map((row) => toRight(row, environment));
    },
  };
}

function toRight(row: RightRow, environment: Owner['environment']): PageRight {
  return {
    pageId: row.id,
    graphPageId: row.page_id,
    pageName: row.name,
    category: row.category,
    owner: { userId: row.user_id, environment, name: row.owner_name },
    role: row.role,
    memberId: row.member_id,
  };
}
