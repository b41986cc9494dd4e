/** Which feature writes which tables. A table of another feature is written by a call to that feature. */
const TABLES_OF: Readonly<Record<string, readonly string[]>> = {
  access: ['access_entries', 'login_activities'],
  accounts: ['deletion_receipts', 'deletion_receipt_accounts'],
  'ai-calls': ['ai_calls'],
  audit: ['audit_log'],
  automation: [
    'automation_cycles',
    'automation_page_configurations',
    'automation_settings',
    'automation_slot_calls',
    'automation_slots',
  ],
  compositions: ['compositions'],
  configuration: ['api_config', 'facebook_apps'],
  drafts: ['drafts'],
  engagement: ['post_engagement'],
  events: ['pending_changes'],
  idempotency: ['idempotency_keys'],
  invitations: ['invitation_codes'],
  media: ['media_files', 'media_uploads'],
  notifications: ['notifications'],
  pages: ['facebook_pages', 'page_group_pages', 'page_groups'],
  posts: ['post_events', 'posts'],
  publishing: [
    'automation_turns',
    'loop_gaps',
    'loop_heartbeat',
    'page_clock',
    'pauses',
    'publish_attempts',
    'uploads_ahead',
    'orphaned_uploads',
  ],
  'release-judge': ['release_share_judgements', 'release_share_people'],
  'release-tokens': ['release_tokens'],
  remotes: ['release_shares', 'release_uses', 'remote_loads', 'remote_pointers', 'remote_releases'],
  'secret-key': ['secret_key'],
  sessions: ['sessions'],
  users: ['users'],
  visits: ['area_errors', 'area_figures'],
};

/** The feature that writes each table. */
export const OWNERS: ReadonlyMap<string, string> = new Map(
  Object.entries(TABLES_OF).flatMap(([feature, tables]) => tables.map((table) => [table, feature] as const)),
);
