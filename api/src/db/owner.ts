import type { Knex } from 'knex';
import type { PageId, UserId } from '../contract/ids.ts';
import type { Environment } from '../contract/common.ts';

/** Whose things, and in which environment. Every read or write of owned data starts with one. */
export interface Owner {
  readonly userId: UserId;
  readonly environment: Environment;
  /** Nothing but what is on these pages of theirs; null or left out: everything. */
  readonly onlyPages?: readonly PageId[] | null;
}

/** Tables whose rows belong to a user in an environment. */
export type OwnedTable =
  | 'ai_calls'
  | 'api_tokens'
  | 'approval_rules'
  | 'automation_cycles'
  | 'automation_page_configurations'
  | 'automation_settings'
  | 'automation_slots'
  | 'bulk_changes'
  | 'compositions'
  | 'drafts'
  | 'facebook_pages'
  | 'feed_items'
  | 'feeds'
  | 'mail_muted_pages'
  | 'media_files'
  | 'media_uploads'
  | 'notification_choices'
  | 'notifications'
  | 'page_group_pages'
  | 'page_groups'
  | 'page_invitations'
  | 'page_members'
  | 'page_plans'
  | 'post_approvals'
  | 'posts'
  | 'proposal_events'
  | 'proposals'
  | 'recurrence_dates'
  | 'recurrence_texts'
  | 'recurrences'
  | 'sheet_images'
  | 'sheet_rows'
  | 'sheets'
  | 'sources'
  | 'push_deliveries'
  | 'push_subscriptions'
  | 'webhook_deliveries'
  | 'webhooks'
  | 'idempotency_keys';

/** Where a row says on which page it is. */
const PAGE_OF: Partial<Record<OwnedTable, string>> = {
  approval_rules: 'facebook_page_id',
  automation_page_configurations: 'facebook_page_id',
  automation_slots: 'facebook_page_id',
  facebook_pages: 'id',
  mail_muted_pages: 'facebook_page_id',
  notifications: 'facebook_page_id',
  page_group_pages: 'facebook_page_id',
  page_plans: 'facebook_page_id',
  post_approvals: 'facebook_page_id',
  posts: 'facebook_page_id',
  recurrences: 'facebook_page_id',
};

/** What programs of some pages put there by themselves, and kept for which pages. */
const KEPT_FOR_PAGES: ReadonlySet<OwnedTable> = new Set<OwnedTable>(['bulk_changes', 'sheets']);

/** The one scoping point: rows of `table` that are this owner's, and on the pages that count. */
export function ownedBy<Row extends object>(db: Knex, table: OwnedTable, owner: Owner): Knex.QueryBuilder<Row, Row[]> {
  const rows = db<Row>(table).where({
    [`${table}.user_id`]: owner.userId,
    [`${table}.environment`]: owner.environment,
  });
  return (owner.onlyPages ? onPages(rows, table, owner.onlyPages) : rows) as Knex.QueryBuilder<Row, Row[]>;
}

function onPages(rows: Knex.QueryBuilder, table: OwnedTable, onlyPages: readonly PageId[]): Knex.QueryBuilder {
  if (KEPT_FOR_PAGES.has(table)) return rows.whereRaw(`${table}.only_pages <@ ?::bigint[]`, [[...onlyPages]]);
  const page = PAGE_OF[table];
  return page === undefined ? rows : rows.whereIn(`${table}.${page}`, [...onlyPages]);
}

/** The columns that make a new row this owner's. */
export function ownedColumns(owner: Owner): { user_id: UserId; environment: Environment } {
  return { user_id: owner.userId, environment: owner.environment };
}

/** The same for what is `KEPT_FOR_PAGES`: programs of other pages don't find it. */
export function keptColumns(owner: Owner): ReturnType<typeof ownedColumns> & { only_pages: PageId[] | null } {
  return { ...ownedColumns(owner), only_pages: owner.onlyPages ? [...owner.onlyPages] : null };
}
