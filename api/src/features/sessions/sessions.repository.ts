import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import { prepared } from '../../db/database.ts';
import type { Session } from '../../http/session.ts';

const IDLE_HOURS = 12;
export const ABSOLUTE_DAYS = 7;

interface SessionRow {
  id_hash: Buffer;
  user_id: number;
  environment: Environment;
  facebook_id: string;
  name: string;
  first_name: string;
  last_name: string;
  email: string | null;
  time_zone: string | null;
  type: 'whitelist' | 'blacklist' | null;
  role: 'user' | 'admin' | null;
  is_seen_long_ago: boolean;
}

/** Session, user and access entry in one read, so that a block or a demotion counts from the next request on. */
const FIND_SESSION = `
  select s.id_hash, s.user_id, u.environment, u.facebook_id, u.name, u.first_name, u.last_name, u.email, u.time_zone, a.type, a.role, s.last_seen_at < now() - interval '1 minute' as is_seen_long_ago
  from sessions s join users u on u.id = s.user_id left join access_entries a on a.facebook_id = u.facebook_id
  where s.id_hash = $1 and s.expires_at > now() and s.last_seen_at > now() - interval '${IDLE_HOURS} hours'`;

/** $1: hashes of ids. Being looked at here keeps no session alive. */
const STILL_OPEN = `
  select s.id_hash, u.facebook_id, a.type, a.role
  from sessions s join users u on u.id = s.user_id left join access_entries a on a.facebook_id = u.facebook_id
  where s.id_hash = any($1) and s.expires_at > now() and s.last_seen_at > now() - interval '${IDLE_HOURS} hours'`;

/** Sessions as the table keeps them: the SHA-256 of a 256-bit id that only the cookie holds. */
export function sessionsRepository(db: Knex) {
  return {
    /** Makes a session and returns the id for the cookie. */
    async create(userId: number): Promise<string> {
      const id = randomBytes(32).toString('base64url');
      await db('sessions').insert({ id_hash: hash(id), user_id: userId, expires_at: db.raw(`now() + interval '${ABSOLUTE_DAYS} days'`) });
      return id;
    },

    /** Whose session this is and whether they may still come in: `adminIds` always, others while they are whitelisted. */
    async find(id: string, adminIds: readonly string[]): Promise<Session | null> {
      const [row] = await prepared<SessionRow>(db, 'find_session', FIND_SESSION, [hash(id)]);
      if (row === undefined) return null;
      const isListedAdmin = adminIds.includes(row.facebook_id);
      if (!isListedAdmin && row.type !== 'whitelist') return null;
      if (row.is_seen_long_ago) await db('sessions').where({ id_hash: row.id_hash }).update({ last_seen_at: db.fn.now() });
      return {
        idHash: row.id_hash, userId: row.user_id, environment: row.environment, facebookId: row.facebook_id, name: row.name,
        firstName: row.first_name, lastName: row.last_name, email: row.email, timeZone: row.time_zone,
        isAdmin: isListedAdmin || row.role === 'admin',
      };
    },

    /** Which of these sessions are still good, by their hash in hex, and whether they are an administrator's. */
    async stillOpen(idHashes: readonly Buffer[], adminIds: readonly string[]): Promise<ReadonlyMap<string, { isAdmin: boolean }>> {
      const rows = await prepared<Pick<SessionRow, 'id_hash' | 'facebook_id' | 'type' | 'role'>>(db, 'sessions_still_open', STILL_OPEN, [idHashes]);
      return new Map(rows.flatMap((row) => {
        const isListedAdmin = adminIds.includes(row.facebook_id);
        return isListedAdmin || row.type === 'whitelist' ? [[row.id_hash.toString('hex'), { isAdmin: isListedAdmin || row.role === 'admin' }]] : [];
      }));
    },

    async remove(idHash: Buffer): Promise<void> {
      await db('sessions').where({ id_hash: idHash }).delete();
    },

    async removeExpired(): Promise<void> {
      await db('sessions').where('expires_at', '<', db.fn.now()).orWhere('last_seen_at', '<', db.raw(`now() - interval '${IDLE_HOURS} hours'`)).delete();
    },
  };
}
export type SessionsRepository = ReturnType<typeof sessionsRepository>;

function hash(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
