import type { Knex } from 'knex';

/** What a column has to be, where no value says it. */
type Condition = (query: Knex.QueryBuilder, column: string) => unknown;
/** Any value but null. */
export const SOMETHING: Condition = (query, column) => query.whereNotNull(column);
export const above =
  (least: number): Condition =>
  (query, column) =>
    query.where(column, '>', least);
export const otherThan =
  (value: number): Condition =>
  (query, column) =>
    query.whereNot({ [column]: value });

/** By column: a value, null, one of several, or a condition. */
type Which = Readonly<Record<string, unknown>>;

/**
 * What tests read of a table and change in it behind the back of the API: where a caller could see it, they ask the
 * API.
 */
function tableOf(db: Knex, name: string, key: string | null = 'id') {
  const rowsOf = (which: Which) => {
    const query = db(name);
    for (const [column, value] of Object.entries(which)) {
      if (typeof value === 'function') void (value as Condition)(query, column);
      else if (Array.isArray(value)) void query.whereIn(column, value);
      else void query.where({ [column]: value });
    }
    return query;
  };
  const ordered = (which: Which, direction = 'asc') =>
    key === null ? rowsOf(which) : rowsOf(which).orderBy(key, direction);
  return {
    /** Oldest first. */
    rows: (which: Which = {}, ...columns: string[]) => ordered(which).select(columns),
    /** The oldest. */
    first: (which: Which = {}, ...columns: string[]) => ordered(which).first(columns.length === 0 ? '*' : columns),
    latest: (which: Which = {}, ...columns: string[]) =>
      ordered(which, 'desc').first(columns.length === 0 ? '*' : columns),
    /** The values of one column, oldest first. */
    values: <Value = unknown>(column: string, which: Which = {}) => ordered(which).pluck<Value[]>(column),
    /** @returns how many rows it was */
    change: (change: Readonly<Record<string, unknown>>, which: Which = {}) => rowsOf(which).update(change),
    /** As if so much time had passed since these columns were written. */
    age: (interval: string, columns: readonly string[], which: Which = {}) =>
      rowsOf(which).update(
        Object.fromEntries(columns.map((column) => [column, db.raw('?? - ?::interval', [column, interval])])),
      ),
    add: (rows: object | readonly object[]) => db(name).insert(rows),
    /** In place of the row that has the same in the column `same`. */
    put: (row: object, same: string) => db(name).insert(row).onConflict(same).merge(),
    /** @returns how many rows it was */
    remove: (which: Which = {}) => rowsOf(which).delete(),
  };
}

/** A token such as workers hold what they took with. */
export const newToken = (db: Knex) => db.raw('gen_random_uuid()');

/** A time by the clock of the database: `fromNow(db, '1 second ago')` is over. */
export const fromNow = (db: Knex, interval: string) => db.raw('now() + ?::interval', [interval]);

/** Posts, and what befalls them: the time of one comes, the worker that holds one dies. */
function postsOf(db: Knex) {
  const posts = tableOf(db, 'posts');
  return {
    ...posts,
    makeDue: (id: number) => posts.change({ scheduled_at: db.fn.now() }, { id }),
    /** As if the workers that hold posts had died. A wait for another poll is cut short. */
    expireLeases: () => posts.change({ lease_expires_at: fromNow(db, '1 second ago') }, { status: 'publishing' }),
  };
}

/** All rows of a table that a test names itself. */
export const rowsIn = (db: Knex, table: string, which: Which = {}) => tableOf(db, table, null).rows(which);

/** Every table that tests look into. */
export const stored = (db: Knex) => ({
  accessEntries: tableOf(db, 'access_entries'),
  aiCalls: tableOf(db, 'ai_calls'),
  modelExams: tableOf(db, 'model_exams'),
  apiConfig: tableOf(db, 'api_config', null),
  auditLog: tableOf(db, 'audit_log'),
  auditSeals: tableOf(db, 'audit_seals', 'position'),
  automationCycles: tableOf(db, 'automation_cycles'),
  automationPageConfigurations: tableOf(db, 'automation_page_configurations', null),
  automationSlots: tableOf(db, 'automation_slots'),
  automationTurns: tableOf(db, 'automation_turns', null),
  bulkChangePosts: tableOf(db, 'bulk_change_posts', null),
  bulkChanges: tableOf(db, 'bulk_changes'),
  compositions: tableOf(db, 'compositions'),
  dataExports: tableOf(db, 'data_exports'),
  dataKeys: tableOf(db, 'data_keys'),
  dataKeyWraps: tableOf(db, 'data_key_wraps', null),
  deletionReceiptAccounts: tableOf(db, 'deletion_receipt_accounts', null),
  deletionReceipts: tableOf(db, 'deletion_receipts', null),
  deletedPosts: tableOf(db, 'deleted_posts', null),
  drafts: tableOf(db, 'drafts', null),
  facebookApps: tableOf(db, 'facebook_apps'),
  facebookPages: tableOf(db, 'facebook_pages'),
  feeds: tableOf(db, 'feeds'),
  idempotencyKeys: tableOf(db, 'idempotency_keys', null),
  invitationCodes: tableOf(db, 'invitation_codes'),
  loginActivities: tableOf(db, 'login_activities'),
  loopGaps: tableOf(db, 'loop_gaps', null),
  loopHeartbeat: tableOf(db, 'loop_heartbeat', null),
  mailFacts: tableOf(db, 'mail_facts', null),
  oauthRecords: tableOf(db, 'oauth_records', null),
  mailServer: tableOf(db, 'mail_server', null),
  mailSettings: tableOf(db, 'mail_settings', null),
  mails: tableOf(db, 'mails'),
  mediaFiles: tableOf(db, 'media_files'),
  mediaObjects: tableOf(db, 'media_objects', 'sha256'),
  mediaStore: tableOf(db, 'media_store', null),
  mediaUploads: tableOf(db, 'media_uploads'),
  notifications: tableOf(db, 'notifications'),
  orphanedUploads: tableOf(db, 'orphaned_uploads', null),
  outboxDeliveries: tableOf(db, 'outbox_deliveries', null),
  outboxFacts: tableOf(db, 'outbox_facts'),
  pageClock: tableOf(db, 'page_clock', null),
  pageInvitations: tableOf(db, 'page_invitations'),
  pageGroups: tableOf(db, 'page_groups'),
  pagePlans: tableOf(db, 'page_plans', null),
  postApprovals: tableOf(db, 'post_approvals'),
  pageVoices: tableOf(db, 'page_voices', 'facebook_page_id'),
  pauses: tableOf(db, 'pauses', null),
  pendingChanges: tableOf(db, 'pending_changes', null),
  pageBestHours: tableOf(db, 'page_best_hours', 'facebook_page_id'),
  postEngagement: tableOf(db, 'post_engagement', null),
  postEvents: tableOf(db, 'post_events'),
  postSummaries: tableOf(db, 'post_summaries', null),
  posts: postsOf(db),
  areaErrors: tableOf(db, 'area_errors', null),
  areaFigures: tableOf(db, 'area_figures', null),
  proposalEvents: tableOf(db, 'proposal_events'),
  proposals: tableOf(db, 'proposals'),
  publishAttempts: tableOf(db, 'publish_attempts'),
  rateLimits: tableOf(db, 'rate_limits', null),
  releaseFiles: tableOf(db, 'release_files', null),
  releaseFolders: tableOf(db, 'release_folders', null),
  releaseShareJudgements: tableOf(db, 'release_share_judgements', 'share_id'),
  releaseShareCounts: tableOf(db, 'release_share_counts', null),
  releaseSharePeople: tableOf(db, 'release_share_people', null),
  releaseShares: tableOf(db, 'release_shares'),
  recurrenceDates: tableOf(db, 'recurrence_dates', 'on_date'),
  recurrences: tableOf(db, 'recurrences'),
  releaseTokens: tableOf(db, 'release_tokens'),
  apiTokens: tableOf(db, 'api_tokens'),
  remoteLoads: tableOf(db, 'remote_loads'),
  remotePointers: tableOf(db, 'remote_pointers', null),
  remoteReleases: tableOf(db, 'remote_releases'),
  secretKey: tableOf(db, 'secret_key', null),
  restores: tableOf(db, 'restores'),
  sessions: tableOf(db, 'sessions', null),
  sheetImages: tableOf(db, 'sheet_images', null),
  sheetRows: tableOf(db, 'sheet_rows', null),
  sheets: tableOf(db, 'sheets'),
  shownReleases: tableOf(db, 'shown_releases', null),
  pushDeliveries: tableOf(db, 'push_deliveries'),
  pushKeys: tableOf(db, 'push_keys', null),
  pushSubscriptions: tableOf(db, 'push_subscriptions'),
  webhookDeliveries: tableOf(db, 'webhook_deliveries'),
  webhooks: tableOf(db, 'webhooks'),
  uploadsAhead: tableOf(db, 'uploads_ahead', null),
  users: tableOf(db, 'users'),
  videoFrames: tableOf(db, 'video_frames', null),
});
