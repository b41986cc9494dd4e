import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { TokenId } from '../../contract/ids.ts';
import { prepared } from '../../db/database.ts';

/** What the library names, except for sessions, which it is not to keep. */
export type RecordKind = string;

export interface NewRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly clientId: string;
  readonly tokenId: number | null;
  readonly grantId: string | null;
  readonly userCode: string | null;
  readonly audience: string | null;
  readonly payload: object;
  /** Null: for as long as it is used. */
  readonly seconds: number | null;
}

interface StoredRow {
  payload: Record<string, unknown>;
  consumed_at: Date | null;
  is_polled_too_soon: boolean;
}

interface DeviceRow {
  client_id: string;
  payload: Record<string, unknown>;
  created_at: Date;
  is_over: boolean;
}

/** An app that asks from a device: what it said, and what became of it. */
export interface DeviceRequest {
  readonly clientId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly askedAt: Date;
  readonly isOver: boolean;
  readonly isAnswered: boolean;
}

const POLL_SECONDS = 4;

const TOKEN_OF = `
  select token_id from oauth_records
  where id_hash = $1 and kind = 'AccessToken' and audience = $2 and expires_at > now()`;

const hashOf = (kind: string, id: string) => createHash('sha256').update(`${kind}:${id}`).digest();

/** Everything of the authorization server, in one table. */
export function oauthRecordsRepository(db: Knex) {
  const table = () => db('oauth_records');
  const one = (kind: RecordKind, id: string) => table().where({ id_hash: hashOf(kind, id), kind });

  return {
    ...devices(db),
    ...sweeps(db),

    async put(record: NewRecord): Promise<void> {
      const { kind, id, clientId, tokenId, grantId, userCode, audience, payload, seconds } = record;
      const row = {
        id_hash: hashOf(kind, id),
        kind,
        client_id: clientId,
        token_id: tokenId,
        grant_hash: grantId === null ? null : hashOf('Grant', grantId),
        user_code_hash: userCode === null ? null : hashOf('UserCode', userCode),
        audience,
        payload: JSON.stringify(payload),
        expires_at: seconds === null ? null : db.raw('now() + make_interval(secs => ?)', [seconds]),
      };
      await table().insert(row).onConflict('id_hash').merge(['token_id', 'payload', 'expires_at']);
    },

    /** As it was kept; whether it was used is said in `consumed`. */
    async find(kind: RecordKind, id: string): Promise<Record<string, unknown> | null> {
      const row = await one(kind, id).first<StoredRow | undefined>('payload', 'consumed_at');
      return row === undefined ? null : withUse(row);
    },

    /** @returns false when somebody else was faster, or it is gone */
    async consume(kind: RecordKind, id: string): Promise<boolean> {
      return (await one(kind, id).whereNull('consumed_at').update({ consumed_at: db.fn.now() })) === 1;
    },

    async remove(kind: RecordKind, id: string): Promise<void> {
      await one(kind, id).delete();
    },

    /** The connection of a grant; null when it is gone. */
    async tokenOfGrant(grantId: string): Promise<number | null> {
      const row = await one('Grant', grantId).first<{ token_id: number | null } | undefined>('token_id');
      return row?.token_id ?? null;
    },

    async removeOfGrant(grantId: string): Promise<void> {
      await table()
        .where({ grant_hash: hashOf('Grant', grantId) })
        .delete();
    },

    /** The connection that an access token stands for where it is shown; one look at one index. */
    async tokenOf(accessToken: string, audience: string): Promise<number | null> {
      const [row] = await prepared<{ token_id: number | null }>(db, 'oauth_token_of', TOKEN_OF, [
        hashOf('AccessToken', accessToken),
        audience,
      ]);
      return row?.token_id ?? null;
    },

    /** Whether there are fewer of a kind than so many. */
    async hasRoom(kind: RecordKind, most: number): Promise<boolean> {
      const few = table().where({ kind }).select(db.raw('1')).limit(most).as('few');
      const row = (await db.from(few).count({ count: '*' }).first()) as { count: string | number } | undefined;
      return Number(row?.count ?? 0) < most;
    },
  };
}
export type OauthRecords = ReturnType<typeof oauthRecordsRepository>;

function withUse({ payload, consumed_at: at }: StoredRow): Record<string, unknown> {
  return at === null ? payload : { ...payload, consumed: Math.floor(at.getTime() / 1000) };
}

/** Requests of devices, by the code that a person types. */
function devices(db: Knex) {
  const table = () => db('oauth_records').where({ kind: 'DeviceCode' });

  return {
    /** The request of a device that asks what became of it; it asks no more often than it was told. */
    async poll(id: string): Promise<{ payload: Record<string, unknown>; isTooSoon: boolean } | null> {
      const { rows } = await db.raw<{ rows: StoredRow[] }>(
        `with before as (
           select id_hash, polled_at > now() - make_interval(secs => ?) as is_polled_too_soon
           from oauth_records where id_hash = ? for update)
         update oauth_records r set polled_at = now() from before b where r.id_hash = b.id_hash
         returning r.payload, r.consumed_at, coalesce(b.is_polled_too_soon, false) as is_polled_too_soon`,
        [POLL_SECONDS, hashOf('DeviceCode', id)],
      );
      const [row] = rows;
      return row === undefined ? null : { payload: withUse(row), isTooSoon: row.is_polled_too_soon };
    },

    async deviceRequest(userCode: string): Promise<DeviceRequest | null> {
      const row = await table()
        .where({ user_code_hash: hashOf('UserCode', userCode) })
        .first<DeviceRow | undefined>('client_id', 'payload', 'created_at', db.raw('expires_at <= now() as is_over'));
      if (row === undefined) return null;
      const isAnswered = row.payload['inFlight'] !== undefined;
      return {
        clientId: row.client_id,
        payload: row.payload,
        askedAt: row.created_at,
        isOver: row.is_over,
        isAnswered,
      };
    },

    /** Takes a request for the one answer that it gets. @returns false when it has one, or nobody waits any more */
    async claimDevice(userCode: string): Promise<boolean> {
      const claimed = await table()
        .where({ user_code_hash: hashOf('UserCode', userCode) })
        .where('expires_at', '>', db.fn.now())
        .whereRaw("payload -> 'inFlight' is null")
        .update({ payload: db.raw(`payload || '{"inFlight": true}'::jsonb`) } as object);
      return claimed === 1;
    },

    async answerDevice(userCode: string, answer: object, connection: { tokenId: number; grantId: string } | null) {
      await table()
        .where({ user_code_hash: hashOf('UserCode', userCode) })
        .update({
          payload: db.raw('payload || ?::jsonb', [JSON.stringify(answer)]),
          token_id: connection?.tokenId ?? null,
          grant_hash: connection === null ? null : hashOf('Grant', connection.grantId),
        } as object);
    },
  };
}

function sweeps(db: Knex) {
  const unused = (query: Knex.QueryBuilder) =>
    query
      .where({ kind: 'Client' })
      .whereNotExists(
        db('oauth_records as other').whereRaw(`other.client_id = oauth_records.client_id and other.kind <> 'Client'`),
      );

  return {
    /** Some of what counts no more. @returns how many it was */
    async removeOver(atMost: number): Promise<number> {
      return db('oauth_records')
        .whereIn('id_hash', db('oauth_records').where('expires_at', '<', db.fn.now()).limit(atMost).select('id_hash'))
        .delete();
    },

    /** Connections that nobody can use any more: all that they gave out is over. */
    deadConnections: (atMost: number) =>
      db('api_tokens as t')
        .whereIn('t.kind', ['oauth', 'cli'])
        .where('t.created_at', '<', db.raw("now() - interval '1 hour'"))
        .whereNotExists(
          db('oauth_records as r')
            .whereRaw('r.token_id = t.id')
            .where('r.expires_at', '>', db.fn.now())
            .whereNot('r.kind', 'Grant'),
        )
        .limit(atMost)
        .pluck<TokenId[]>('t.id'),

    /** Apps that registered so long ago and have no connection. */
    async removeUnusedClients(hours: number, atMost: number): Promise<number> {
      const old = unused(db('oauth_records'))
        .where('created_at', '<', db.raw('now() - make_interval(hours => ?)', [hours]))
        .limit(atMost)
        .select('id_hash');
      return db('oauth_records').whereIn('id_hash', old).delete();
    },
  };
}
