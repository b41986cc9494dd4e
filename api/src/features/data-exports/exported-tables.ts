import { CODE } from '../../problems/problem.ts';

/** Which rows of a table are a person's: by these parameters of the statement. */
const OWN = 'user_id = any(:userIds)';
const OF_OWN_POSTS = 'post_id in (select id from posts where user_id = any(:userIds))';
const BY_FACEBOOK_ID = 'facebook_id = :facebookId';

export interface ExportedTable {
  /** As they stand in the table, or `expression as name`. */
  readonly columns: readonly string[];
  /** Secrets, working state, and what is about somebody else. */
  readonly leftOut: readonly string[];
  readonly where: string;
}

const table = (columns: string, leftOut = '', where = OWN): ExportedTable => ({
  columns: columns.split(/\s+/),
  leftOut: leftOut === '' ? [] : leftOut.split(/\s+/),
  where,
});

const POST_COLUMNS = `id environment target facebook_page_id content content_type tone keywords is_ai_generated
  media_type status scheduled_at published_at is_late remote_id permalink_url problem is_held created_at updated_at
  article ai_call_id is_automatic composition_id placement`;
const POST_WORK = `user_id publish_now lease_token lease_expires_at lease_owner wait_until automation_slot_id
  publish_now_at publish_now_by`;
const PAGE_COLUMNS = `id environment page_id name category can_publish is_active is_connected problem
  token_checked_at removed_at created_at updated_at token_expires_at data_access_expires_at warning`;

/** Who did something to a person's post, where it was that person: others are not named to them here. */
const OWN_ACTOR = 'case when actor_facebook_id = :facebookId then actor_name end as actor_name';
const OWN_NEWS = `case when problem ->> 'code' in ('${CODE.pagePerson}', '${CODE.scheduleChanged}')
  then problem #- '{params,name}' else problem end as problem`;

/** What the export of a person holds of the database. A test asks of every table and column where it is. */
export const EXPORTED: Readonly<Record<string, ExportedTable>> = {
  users: table(
    `id environment facebook_id name first_name last_name email access_token_expires_at time_zone theme created_at
    last_login_at first_steps_dismissed_at browser_time_zone`,
    'access_token',
    BY_FACEBOOK_ID,
  ),
  access_entries: table('name type role created_at', 'id facebook_id', BY_FACEBOOK_ID),
  login_activities: table('action name access_control_type ip_address created_at', 'id facebook_id', BY_FACEBOOK_ID),
  sessions: table(
    'created_at last_seen_at expires_at',
    'id_hash user_id carried_until impersonated_user_id impersonated_until was_admin previous_id_hash rotated_at',
  ),
  // Whom an administrator acted upon stays with those people.
  audit_log: table(
    'at environment action',
    `id actor_facebook_id actor_name impersonated_facebook_id impersonated_name subject before after ip_address
    token_name`,
    'actor_facebook_id = :facebookId',
  ),
  facebook_pages: table(PAGE_COLUMNS, 'user_id access_token next_check_at'),
  page_groups: table('id environment name', 'user_id'),
  page_group_pages: table('group_id facebook_page_id', 'user_id environment'),
  page_plans: table('facebook_page_id time_zone slots', 'user_id environment revision'),
  page_link_limits: table('facebook_page_id monthly is_holding', 'user_id environment'),
  approval_rules: table('facebook_page_id kinds posts_per_day written_by written_at', 'user_id environment'),
  post_approvals: table(
    'facebook_page_id post_id kind rule goes_out_at goes_out_on at',
    'id user_id environment content_hash',
  ),
  page_voices: table('facebook_page_id voice updated_at', 'user_id environment revision'),
  page_invitations: table('facebook_page_id role created_at expires_at', 'id user_id environment code_hash'),
  // Of pages that others share with them. Who shares theirs is somebody else.
  page_members: table(
    'facebook_page_id role joined_at',
    'id user_id environment member_id',
    'member_id = any(:userIds)',
  ),
  posts: table(POST_COLUMNS, POST_WORK),
  post_events: {
    ...table(
      'post_id at kind is_impersonated before after problem',
      'id actor_facebook_id actor_name actor_token traceparent',
      OF_OWN_POSTS,
    ),
    columns: ['post_id', 'at', 'kind', OWN_ACTOR, 'is_impersonated', 'before', 'after', 'problem'],
    leftOut: ['id', 'actor_facebook_id', 'actor_token', 'traceparent'],
  },
  post_engagement: table(
    'post_id likes comments shares fetched_at gone_since',
    'seen_at owner_id engagement_by_age',
    OF_OWN_POSTS,
  ),
  post_summaries: table('environment month published ai_published engagement share', 'user_id'),
  publish_attempts: table(
    'post_id state page_id remote_id sent_at tries created_at updated_at ended_at placement',
    `id sending_deadline clean_absences error checkpoint takeovers searched_until orphans_removed_at answers
    first_sent_at resolution text_mark may_be_out absent_since said_duplicate orphans_tries orphans_next_at orphans
    claimed_by died crashes counts_link`,
    OF_OWN_POSTS,
  ),
  deleted_links: table('post_id facebook_page_id published_at', 'user_id environment'),
  deleted_posts: table('facebook_page_id remote_id deleted_at', 'user_id environment'),
  compositions: table('id environment content created_at', 'user_id media_key'),
  drafts: table('environment key fields created_at updated_at', 'user_id revision'),
  bulk_changes: table('id environment kind outcome created_at undone_at undo_outcome', 'user_id only_pages'),
  recurrences: table(
    `id environment facebook_page_id name rule starts_on time_of_day time_zone content_type tone keywords
    cooldown_days is_varied state active_from problem created_at`,
    'user_id revision planned_at varied_until',
  ),
  recurrence_texts: table('id recurrence_id position content media_type', 'user_id environment'),
  recurrence_dates: table(
    'recurrence_id on_date state recurrence_text_id scheduled_at post_id',
    'user_id environment planned_at content_hash',
  ),
  // What they proposed themselves, also for pages of others; not what others answered.
  proposals: table(
    `id environment facebook_page_id state content content_type is_ai_generated media_type placement scheduled_at note
    token_name decided_at post_id created_at updated_at published_at permalink_url`,
    `user_id author_id content_hash intent_hash former_intents likened marks similar_to reasons person_name token_id
    decided_by decision_reason decision_kind trust former`,
    'author_id = any(:userIds)',
  ),
  automation_settings: table(
    'environment frequency_hours is_enabled anchor_at last_cycle_at next_cycle_at problem',
    'user_id held_until',
  ),
  automation_page_configurations: table(
    `facebook_page_id environment is_enabled content_count content_scope language mode holds_unsourced disclosure
    failures paused_at pause_reason`,
    'user_id unread_agreed_at',
  ),
  automation_cycles: table('id environment starts_at ends_at is_catch_up created_at', 'user_id'),
  automation_slots: table(
    `id environment cycle_id facebook_page_id position content_type due_at state reason unsourced content mode
    updated_at`,
    'user_id next_at lease_token calls tries written',
  ),
  ai_calls: table(
    `id environment purpose model prompt status problem input_tokens output_tokens cost_micros created_at ended_at
    prompt_id prompt_version answer`,
    'user_id reserved_micros is_stop_asked',
  ),
  media_files: table(
    `id environment post_id position sha256 mime_type bytes alt_text created_at kind width height duration_seconds
    recurrence_text_id library_at name shape has_ai_label proposal_id`,
    'user_id thumbnail origin_id',
  ),
  sheets: table('id environment name sha256 rows reading created_at imported_at', 'user_id made row_hashes only_pages'),
  sheet_rows: table('sheet_id number cells', 'user_id environment'),
  sheet_images: table('sheet_id address media_file_id flaw', 'user_id environment'),
  feeds: table(
    `id environment facebook_page_id address title words_in words_out most_a_day language is_paused created_at
    last_read_at problem`,
    'user_id etag last_modified next_at lease_until failures failing_since',
  ),
  sources: table('id environment kind address name title author published_at content is_cut created_at', 'user_id'),
  notifications: {
    ...table('', 'user_id group_key'),
    columns: `id environment kind count post_id facebook_page_id created_at updated_at read_at`
      .split(' ')
      .concat(OWN_NEWS),
  },
  notification_choices: table('environment kind channel enabled', 'user_id'),
  mail_settings: table(
    `environment is_on address confirmed_at pending_address pending_at bounced_address bounced_at quiet_from quiet_to
    returned_address returned_at`,
    'user_id pending_nonce bounce_reason returns',
  ),
  mail_muted_pages: table('facebook_page_id environment', 'user_id'),
  mails: table(
    'environment purpose state since handed_at ended_at sent_to',
    'id user_id to_address params due_at tries lease_token lease_expires_at error bounced_at',
  ),
  push_subscriptions: table('environment created_at', 'id user_id key endpoint_hash endpoint keys failures'),
  webhooks: table(
    'id environment name format events shown_url is_enabled disabled_because last_delivered_at created_at',
    `user_id key url secret previous_secret previous_until last_sequence failures failing_since due_at rests_until
    lease_until lease_token`,
  ),
  api_tokens: table(
    'environment kind name scopes page_ids needs_approval trust expires_at last_used_at created_at',
    'id user_id secret_hash',
  ),
};

const WORK = 'Working state: it says how far we are with something that is exported, and goes when that is done.';
const NOBODY = 'About the product, and nobody.';
const DERIVED = 'Made from what is exported, and made again when it is gone.';
const ELSEWHERE = 'Says once more what another exported table says.';
const CODES = 'Holds secrets, or what opens something.';

const tables = (names: string, why: string) => names.split(/\s+/).map((name) => [name, why] as const);

/** Tables of which no export holds anything, and why. */
export const NOT_EXPORTED: ReadonlyMap<string, string> = new Map([
  ...tables(
    `api_config area_errors area_figures automation_turns backup_lease facebook_apps invitation_codes knex_migrations
    knex_migrations_lock loop_gaps loop_heartbeat mail_server media_disk media_objects media_store migration_records
    model_exams
    release_files release_folders release_share_counts release_share_judgements release_shares release_uses
    remote_loads remote_pointers remote_releases restores shown_releases`,
    NOBODY,
  ),
  ...tables('data_key_wraps data_keys deletion_receipts deletion_receipt_accounts key_holders', CODES),
  ...tables('oauth_records push_keys release_tokens secret_key', CODES),
  ...tables(
    `data_exports feed_items idempotency_keys media_uploads orphaned_uploads outbox_deliveries page_clock pauses
    pending_changes
    push_deliveries rate_limits restored_posts uploads_ahead`,
    WORK,
  ),
  ...tables('page_best_hours post_sketches proposal_sketches video_frames', DERIVED),
  ...tables('automation_slot_calls bulk_change_posts mail_facts outbox_facts webhook_deliveries', ELSEWHERE),
  ['audit_seals', 'Proves that the audit log is as it was written, and says nothing of anybody.'],
  ['proposal_events', 'Names whoever decided; the state of a proposal itself is in proposals.'],
  ['release_share_people', 'Counts people without saying who they are.'],
]);
