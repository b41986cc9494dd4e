/** What a release over HTTP writes to, with who may make one: to be emptied between tests. */
export const RELEASE_TABLES = [
  'users',
  'access_entries',
  'remote_releases',
  'remote_pointers',
  'release_folders',
  'release_files',
  'shown_releases',
  'release_uses',
  'release_tokens',
  'audit_log',
  'rate_limits',
] as const;
