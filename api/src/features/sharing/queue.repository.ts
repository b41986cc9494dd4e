import type { Knex } from 'knex';
import type { PageId, PostId, UserId } from '../../contract/ids.ts';
import { readWhileWanted } from '../../db/cancellable.ts';
import type { Owner } from '../../db/owner.ts';
import { PLANNED_COLUMNS, type PlannedEntry } from '../posts/planned.sql.ts';
import { WAITING } from '../posts/waiting-posts.repository.ts';
import { OWNER_IS_NOT_BLOCKED, type PageRole } from '../page-rights/page-rights.repository.ts';

export interface QueueQuery {
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
  readonly facebookPageId?: PageId;
  readonly limit: number;
  readonly excerptLength: number;
}

/** Somebody else's post, on the page as the reader knows it. */
export interface QueuedEntry extends PlannedEntry {
  readonly facebookPageId: PageId;
  readonly pageName: string;
  readonly authorName: string;
  readonly role: PageRole;
}

/**
 * Rows of pages `g` that belong to others and whose posts somebody may see, each with the page `r` by which they may:
 * their own connection of the same page at Facebook while it works, or one that is shared with them. By the connection
 * of somebody else they see further while that works too. Three times user and environment.
 */
const SEEN = `
  select distinct on (o.id) o.id, o.user_id, r.id as page, r.name, r.role from (
    select g.id, g.page_id, g.name, g.environment, true as sees_others, 'owner' as role, 0 as place
      from facebook_pages g
      where g.user_id = ? and g.environment = ? and g.removed_at is null and g.is_connected
    union all
    select g.id, g.page_id, g.name, g.environment, g.is_connected, m.role, 1
      from page_members m join facebook_pages g on g.id = m.facebook_page_id
      where m.member_id = ? and m.environment = ? and g.removed_at is null and ${OWNER_IS_NOT_BLOCKED}
  ) r join facebook_pages o on o.page_id = r.page_id and o.environment = r.environment
    and (r.sees_others or o.id = r.id)
  where o.user_id <> ? and o.environment = ? order by o.id, r.place, r.id`;
const seenBy = ({ userId, environment }: Owner) => [userId, environment, userId, environment, userId, environment];

/** Everybody who sees posts of these people: by their own connection of a page, or because it is shared with them. */
const VIEWERS = `
  select distinct v.user_id, v.environment from facebook_pages g
    join facebook_pages v on v.page_id = g.page_id and v.environment = g.environment and v.user_id <> g.user_id
  where g.user_id = any(?::bigint[]) and v.removed_at is null and v.is_connected
  union
  select m.member_id, m.environment from facebook_pages g
    join facebook_pages s on s.page_id = g.page_id and s.environment = g.environment and s.removed_at is null
    join page_members m on m.facebook_page_id = s.id
  where g.user_id = any(?::bigint[])`;

/** What others have planned on pages that somebody works with too. */
export function queueRepository(db: Knex) {
  return {
    ...peopleOfQueue(db),

    /** At most `limit`, earliest first, unless `gone` ends it. */
    async list(
      reader: Owner,
      { from, to, facebookPageId, limit, excerptLength }: QueueQuery,
      gone: AbortSignal,
    ): Promise<{ posts: QueuedEntry[]; isCut: boolean }> {
      const rows = await readWhileWanted<QueuedEntry>(
        db,
        gone,
        `
        with seen as materialized (${SEEN})
        select ${PLANNED_COLUMNS}, seen.page as "facebookPageId", seen.name as "pageName",
          u.name as "authorName", seen.role
        from seen join posts p on p.facebook_page_id = seen.id join users u on u.id = p.user_id
        where ${WAITING.time} and p.scheduled_at >= ? and p.scheduled_at < ?
          and coalesce(p.published_at, p.scheduled_at) >= ? and coalesce(p.published_at, p.scheduled_at) < ?
          and (?::bigint is null or seen.page = ?) and (?::bigint[] is null or seen.page = any(?::bigint[]))
        order by p.scheduled_at, p.id limit ?`,
        [
          ...seenBy(reader),
          excerptLength,
          from,
          to,
          // The index of a page's posts is by this.
          from,
          to,
          facebookPageId ?? null,
          facebookPageId ?? null,
          reader.onlyPages ?? null,
          reader.onlyPages ?? null,
          limit + 1,
        ],
      );
      return { posts: rows.slice(0, limit), isCut: rows.length > limit };
    },
  };
}
export type QueueRepository = ReturnType<typeof queueRepository>;

function peopleOfQueue(db: Knex) {
  return {
    /** Whose post this is, and as what the reader sees it; null when they do not, and for drafts. */
    async ownerOf(
      reader: Owner,
      postId: PostId,
    ): Promise<{ owner: Owner; authorName: string; page: PageId; pageName: string; role: PageRole } | null> {
      const {
        rows: [row],
      } = await db.raw<{
        rows: { user_id: UserId; author_name: string; page: PageId; name: string; role: PageRole }[];
      }>(
        `
        with seen as (${SEEN})
        select p.user_id, u.name as author_name, seen.page, seen.name, seen.role
        from posts p join seen on seen.id = p.facebook_page_id join users u on u.id = p.user_id
        where p.id = ? and p.status <> 'draft'`,
        [...seenBy(reader), postId],
      );
      return row === undefined
        ? null
        : {
            owner: { userId: row.user_id, environment: reader.environment },
            authorName: row.author_name,
            page: row.page,
            pageName: row.name,
            role: row.role,
          };
    },

    /** Whose screens show posts of these people. */
    async viewersOf(userIds: readonly UserId[]): Promise<Owner[]> {
      const { rows } = await db.raw<{ rows: { user_id: UserId; environment: Owner['environment'] }[] }>(VIEWERS, [
        [...userIds],
        [...userIds],
      ]);
      return rows.map(({ user_id: userId, environment }) => ({ userId, environment }));
    },
  };
}
