import type pg from 'pg';
import type { Ended } from '../features/backup-marks/restores.repository.ts';
import { quoted } from './dump.repository.ts';

interface Restored {
  readonly backupId: string;
  readonly backupAt: string;
}

/**
 * What a whole table loses, whichever feature writes it otherwise: nobody knows any more what was taken back after the
 * backup was made, and files come back to where the restore puts them.
 */
const EMPTIED = [
  'sessions',
  // With them goes what assistants and the command line hold.
  'api_tokens',
  'oauth_records',
  'release_tokens',
  'page_invitations',
  'push_deliveries',
  // What came of them lies in a folder that is gone.
  'media_uploads',
  'media_objects',
  'media_store',
  'media_disk',
  'restored_posts',
] as const;

const CHANGED = {
  invitation_codes: 'set is_active = false where is_active',
  // They were sent in their time, as far as anybody knows; a mail is handed over once.
  mails: `set state = 'settled', ended_at = now(), lease_token = null, lease_expires_at = null
    where state in ('waiting', 'sending')`,
  backup_lease: 'set leased_by = null, leased_until = null',
  // Of a restore before this one that nobody had released.
  restores: 'set released_at = now() where released_at is null',
} as const;

/** In the transaction that makes the database usable. */
export async function settleRestored(line: pg.ClientBase, { backupId, backupAt }: Restored): Promise<void> {
  const rows: Record<string, number> = {};
  for (const table of EMPTIED) rows[table] = (await line.query(`delete from ${quoted(table)}`)).rowCount ?? 0;
  for (const [table, change] of Object.entries(CHANGED))
    rows[table] = (await line.query(`update ${quoted(table)} ${change}`)).rowCount ?? 0;
  const count = (table: string) => rows[table] ?? 0;
  const ended: Ended = {
    sessions: count('sessions'),
    tokens: count('api_tokens'),
    releaseTokens: count('release_tokens'),
    invitations: count('invitation_codes') + count('page_invitations'),
    mails: count('mails'),
  };
  const restores = quoted('restores');
  await line.query(`insert into ${restores} (backup_id, backup_at, ended) values ($1, $2, $3)`, [
    backupId,
    backupAt,
    JSON.stringify(ended),
  ]);
}
