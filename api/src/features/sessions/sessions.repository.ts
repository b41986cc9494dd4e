import { hash, randomBytes } from 'node:crypto';
import type { UserId } from '../../contract/ids.ts';
import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';
import type { Session } from '../../http/session.ts';
import { PERSON_COLUMNS, toPerson, type PersonRow } from './person.sql.ts';
import { RETENTION } from '../../retention.ts';

const IDLE_HOURS = 12;
export const ABSOLUTE_DAYS = RETENTION.loginDays;
export const IMPERSONATION_MINUTES = 60;

/** Whose session it is, and what lets them in. */
interface RightsRow {
  user_id: UserId;
  own_user_id: UserId;
  own_facebook_id: string;
  type: 'whitelist' | 'blacklist' | null;
  role: 'user' | 'admin' | null;
}

/** As JSON tells it. */
interface SessionRow extends PersonRow, RightsRow {
  id_hash: string;
  own_name: string;
  impersonated_until: string | null;
  was_admin: boolean | null;
  is_seen_long_ago: boolean;
}

/**
 * Session `s`, its own person `o`, their access entry `a`, and `w`, who they are right now: another only while an
 * administrator impersonates them. $2: people who are always administrators.
 */
const SESSIONS = `
  from sessions s join users o on o.id = s.user_id left join access_entries a on a.facebook_id = o.facebook_id
  join users w on w.id = case
    when s.impersonated_user_id is not null and s.impersonated_until > now()
      and (o.facebook_id = any($2::text[]) or (a.type = 'whitelist' and a.role = 'admin')) then s.impersonated_user_id
    else s.user_id end`;

/** A session is good in the environment that is shown: whoever belongs to another logs in again, under its app. */
const IS_ALIVE = `s.expires_at > now() and s.last_seen_at > now() - interval '${IDLE_HOURS} hours'
  and o.environment = (select mode from api_config)`;

/** $1: hash of an id. */
const CARRIED_ADMIN = `
  select u.facebook_id, u.name, a.type, a.role
  from sessions s join users u on u.id = s.user_id left join access_entries a on a.facebook_id = u.facebook_id
  where s.id_hash = $1 and s.carried_until > now() and s.expires_at > now()`;

/**
 * Session, people and access entry in one read, so that a block or a demotion counts from the next request on. As one
 * column, since every request reads it: of twenty the driver makes much work.
 */
const FIND_SESSION = `
  select to_json(found) as found from (select encode(s.id_hash, 'hex') as id_hash, ${PERSON_COLUMNS},
    o.id as own_user_id, o.facebook_id as own_facebook_id, o.name as own_name, s.impersonated_until, a.type, a.role,
    s.was_admin, s.last_seen_at < now() - interval '1 minute' as is_seen_long_ago
  ${SESSIONS}
  where (s.id_hash = $1 or (s.previous_id_hash = $1 and s.rotated_at > now() - interval '1 minute')) and ${IS_ALIVE}
  ) found`;

/** $1: hashes of ids. Being looked at here keeps no session alive. */
const STILL_OPEN = `
  select s.id_hash, w.id as user_id, o.id as own_user_id, o.facebook_id as own_facebook_id, a.type, a.role
  ${SESSIONS}
  where s.id_hash = any($1) and ${IS_ALIVE}`;

/** Sessions as the table keeps them: the SHA-256 of a 256-bit id that only the cookie holds. */
export function sessionsRepository(db: Knex) {
  return {
    ...underAnotherId(db),
    ...endings(db),

    /** Makes a session and returns the id for the cookie. */
    async create(userId: UserId): Promise<string> {
      const id = newId();
      await db('sessions').insert({
        id_hash: hashOf(id),
        user_id: userId,
        expires_at: db.raw(`now() + interval '${ABSOLUTE_DAYS} days'`),
      });
      return id;
    },

    /**
     * Whose session this is and whether they may still come in: `adminIds` always, others while they are whitelisted.
     * @param isUserActive a person is behind the call, which keeps the session alive
     */
    async find(id: string, adminIds: readonly string[], isUserActive = true): Promise<FoundSession | null> {
      const [answer] = await prepared<{ found: SessionRow }>(db, 'find_session', FIND_SESSION, [hashOf(id), adminIds]);
      const row = answer?.found;
      const rights = row === undefined ? null : rightsOf(row, adminIds);
      if (row === undefined || rights === null) return null;
      const isPromoted = rights.isOwnAdmin && row.was_admin === false;
      const session = toSession(row, rights.isAdmin);
      const isSeenAgain = row.is_seen_long_ago && isUserActive;
      const isChanged = !isPromoted && row.was_admin !== rights.isOwnAdmin;
      if (isSeenAgain || isChanged)
        await db('sessions')
          .where({ id_hash: session.idHash })
          .update({
            ...(isSeenAgain ? { last_seen_at: db.fn.now() } : {}),
            ...(isChanged ? { was_admin: rights.isOwnAdmin } : {}),
          });
      return { session, isPromoted };
    },

    /**
     * Which of these sessions are still good, by their hash in hex, whose they are right now, and whether they are an
     * administrator's.
     */
    async stillOpen(
      idHashes: readonly Buffer[],
      adminIds: readonly string[],
    ): Promise<ReadonlyMap<string, { userId: UserId; isAdmin: boolean }>> {
      const rows = await prepared<RightsRow & { id_hash: Buffer }>(db, 'sessions_still_open', STILL_OPEN, [
        idHashes,
        adminIds,
      ]);
      return new Map(
        rows.flatMap((row) => {
          const rights = rightsOf(row, adminIds);
          return rights === null
            ? []
            : [[row.id_hash.toString('hex'), { userId: row.user_id, isAdmin: rights.isAdmin }]];
        }),
      );
    },
  };
}

/** Sessions that go on under another id, or in another environment. */
function underAnotherId(db: Knex) {
  return {
    /**
     * Gives the session of somebody who has just become an administrator another id; calls on their way may use the old
     * one for a minute.
     * @returns the id for the cookie, or null when another call was faster
     */
    async renewPromoted(idHash: Buffer): Promise<string | null> {
      const id = newId();
      const renewed = await db('sessions')
        .where({ id_hash: idHash, was_admin: false })
        .update({ id_hash: hashOf(id), previous_id_hash: idHash, rotated_at: db.fn.now(), was_admin: true });
      return renewed === 1 ? id : null;
    },

    /**
     * Lets the session act in this person's place for an hour, or for its own person again with null, under another id:
     * the old one is worth nothing.
     * @returns the id for the cookie, or null when the session is gone
     */
    async impersonate(idHash: Buffer, userId: UserId | null): Promise<string | null> {
      const id = newId();
      const changed = await db('sessions')
        .where({ id_hash: idHash })
        .update({
          id_hash: hashOf(id),
          previous_id_hash: null,
          rotated_at: db.fn.now(),
          impersonated_user_id: userId,
          impersonated_until: userId === null ? null : db.raw(`now() + interval '${IMPERSONATION_MINUTES} minutes'`),
        });
      return changed === 1 ? id : null;
    },

    /**
     * The administrator who has just switched the environment from the browser that holds this id; null for everybody
     * else.
     * Their Facebook ID is another one under the other environment's app, so no list knows it.
     */
    async carriedAdmin(id: string, adminIds: readonly string[]): Promise<{ facebookId: string; name: string } | null> {
      const [row] = await prepared<Pick<SessionRow, 'facebook_id' | 'name' | 'type' | 'role'>>(
        db,
        'carried_admin',
        CARRIED_ADMIN,
        [hashOf(id)],
      );
      if (row === undefined) return null;
      const isAdmin = adminIds.includes(row.facebook_id) || (row.type === 'whitelist' && row.role === 'admin');
      return isAdmin ? { facebookId: row.facebook_id, name: row.name } : null;
    },

    /** After a switch of the environment this session still says for a while who its administrator is. */
    async carry(idHash: Buffer, minutes: number): Promise<void> {
      await db('sessions')
        .where({ id_hash: idHash })
        .update({ carried_until: db.raw('now() + make_interval(mins => ?)', [minutes]) });
    },
  };
}

/** How sessions end. */
function endings(db: Knex) {
  return {
    async removeById(id: string): Promise<void> {
      await db('sessions')
        .where({ id_hash: hashOf(id) })
        .delete();
    },

    /** Ends every session of this person, in every environment. */
    async removeAllOf(facebookId: string): Promise<void> {
      await db('sessions')
        .whereIn('user_id', db('users').where({ facebook_id: facebookId }).select('id'))
        .delete();
    },

    async remove(idHash: Buffer): Promise<void> {
      await db('sessions').where({ id_hash: idHash }).delete();
    },

    async removeExpired(): Promise<void> {
      await db('sessions')
        .where('expires_at', '<', db.fn.now())
        .orWhere('last_seen_at', '<', db.raw(`now() - interval '${IDLE_HOURS} hours'`))
        .delete();
    },
  };
}
export type SessionsRepository = ReturnType<typeof sessionsRepository>;

function toSession(row: SessionRow, isAdmin: boolean): Session {
  return {
    ...toPerson(row),
    idHash: Buffer.from(row.id_hash, 'hex'),
    isAdmin,
    token: null,
    impersonator:
      row.impersonated_until === null || row.user_id === row.own_user_id
        ? null
        : {
            userId: row.own_user_id,
            facebookId: row.own_facebook_id,
            name: row.own_name,
            until: new Date(row.impersonated_until),
          },
  };
}

/** A session, and whether its person has become an administrator since it was last used. */
interface FoundSession {
  readonly session: Session;
  readonly isPromoted: boolean;
}

/** What the session's own person may do, and what it is good for right now; null when they may not come in. */
function rightsOf(row: RightsRow, adminIds: readonly string[]) {
  const isListedAdmin = adminIds.includes(row.own_facebook_id);
  if (!isListedAdmin && row.type !== 'whitelist') return null;
  const isOwnAdmin = isListedAdmin || row.role === 'admin';
  return { isOwnAdmin, isAdmin: isOwnAdmin && row.user_id === row.own_user_id };
}

function newId(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOf(id: string): Buffer {
  return hash('sha256', id, 'buffer');
}
