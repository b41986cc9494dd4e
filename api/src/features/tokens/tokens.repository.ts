import { hash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { GraphPageId, PageId, TokenId } from '../../contract/ids.ts';
import type { TokenScope } from '../../contract/token-scopes.ts';
import { TOKEN_KINDS, TOKEN_PREFIX, type TokenKind, type TokenTrust } from '../../contract/tokens.ts';
import { prepared } from '../../db/database.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { Session, TokenGrant } from '../../http/session.ts';
import { PERSON_COLUMNS, toPerson, type PersonRow } from '../sessions/person.sql.ts';

/** A token as its person sees it. */
export interface Token extends TokenGrant {
  readonly expiresAt: Date | null;
  readonly isExpired: boolean;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

export interface NewToken extends Omit<TokenGrant, 'id'> {
  readonly owner: Owner;
  readonly expiresAt: Date | null;
}

interface Row {
  id: TokenId;
  kind: TokenKind;
  name: string;
  scopes: TokenScope[];
  page_ids: GraphPageId[] | null;
  needs_approval: boolean;
  trust: TokenTrust | null;
  expires_at: Date | null;
  is_expired: boolean;
  last_used_at: Date | null;
  created_at: Date;
}

const EXPIRED = '(t.expires_at is not null and t.expires_at <= now()) as is_expired';

/** Sent by its holder: 256 random bits behind what they are. */
const SECRET = new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`);

/**
 * Token `t`, its person `w` and their access entry `a` in one read, so that a token that was revoked, and a
 * block, count from the next call on. It is good in the environment that is shown, as a session is.
 */
const find = (by: string) => `
  select t.id, t.kind, t.name as token_name, t.scopes, t.page_ids, t.needs_approval, t.trust, t.expires_at, ${EXPIRED},
    t.last_used_at is null or t.last_used_at < now() - interval '1 minute' as is_used_long_ago,
    case when t.page_ids is not null then array(select p.id from facebook_pages p where p.user_id = t.user_id
      and p.environment = t.environment and p.page_id = any(t.page_ids)) end as only_pages,
    ${PERSON_COLUMNS}, a.type
  from api_tokens t join users w on w.id = t.user_id and w.environment = t.environment
  left join access_entries a on a.facebook_id = w.facebook_id
  where t.${by} = $1 and w.environment = (select mode from api_config)`;
const STILL_GOOD = `
  select t.id from api_tokens t join users w on w.id = t.user_id and w.environment = t.environment
  left join access_entries a on a.facebook_id = w.facebook_id
  where t.id = any($1::bigint[]) and w.environment = (select mode from api_config)
    and (t.expires_at is null or t.expires_at > now()) and (a.type = 'whitelist' or w.facebook_id = any($2::text[]))`;
const FIND_BY_SECRET = find('secret_hash');
const FIND_BY_ID = find('id');

interface FoundRow extends Omit<Row, 'name' | 'last_used_at' | 'created_at'>, PersonRow {
  token_name: string;
  is_used_long_ago: boolean;
  /** Lists of them come as they are written. */
  only_pages: string[] | null;
  type: 'whitelist' | 'blacklist' | null;
}

/** A token that there is, and its person, whom nothing keeps out. */
export interface FoundToken {
  readonly session: Session & { readonly token: TokenGrant };
  readonly expiresAt: Date | null;
  readonly isExpired: boolean;
  readonly isUsedLongAgo: boolean;
}

/** Tokens as the table keeps them: the SHA-256 of a secret that only its holder has. */
export function tokensRepository(db: Knex) {
  const own = (owner: Owner) => ownedBy<Row>(db, 'api_tokens', owner);

  return {
    ...finding(db),

    /** Those of this person, the newest first. */
    async list(owner: Owner): Promise<Token[]> {
      const rows = await db('api_tokens as t')
        .where({ 't.user_id': owner.userId, 't.environment': owner.environment })
        .orderBy('t.id', 'desc')
        .select<Row[]>('t.*', db.raw(EXPIRED));
      return rows.map(toToken);
    },

    /** One at a time makes tokens for this person, until the end of the transaction. */
    async waitForTurn({ userId, environment }: Owner): Promise<void> {
      await db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`tokens:${userId}/${environment}`]);
    },

    count: async (owner: Owner): Promise<number> =>
      Number(((await own(owner).count({ total: '*' })) as unknown as [{ total: number }])[0].total),

    /** @returns its row, and of a personal one the secret for its holder, which is not kept */
    async add({ owner, kind, name, scopes, pageIds, needsApproval, trust, expiresAt }: NewToken) {
      const secret = kind === 'personal' ? `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}` : null;
      const [made] = await db('api_tokens')
        .insert({
          ...ownedColumns(owner),
          kind,
          name,
          secret_hash: secret === null ? null : hashOf(secret),
          scopes: [...new Set(scopes)],
          page_ids: pageIds === null ? null : [...new Set(pageIds)],
          needs_approval: needsApproval,
          trust: trust === null ? null : JSON.stringify(trust),
          expires_at: expiresAt,
        })
        .returning<{ id: TokenId }[]>('id');
      if (made === undefined) throw new Error('The token was not stored');
      const [row] = await db('api_tokens as t').where({ id: made.id }).select<Row[]>('t.*', db.raw(EXPIRED));
      return { ...toToken(row as Row), secret };
    },

    /** @returns what was deleted, or null */
    async remove(owner: Owner, id: TokenId): Promise<Pick<Token, 'name' | 'kind'> | null> {
      const [row] = await own(owner).where({ id }).delete().returning<Row[]>('*');
      return row === undefined ? null : { name: row.name, kind: row.kind };
    },

    async end(id: TokenId): Promise<void> {
      await db('api_tokens').where({ id }).delete();
    },

    /** Every token of this person, in every environment; of these kinds. @returns what they were called */
    async removeAllOf(facebookId: string, kinds: readonly TokenKind[] = TOKEN_KINDS): Promise<string[]> {
      const removed = await db('api_tokens')
        .whereIn('user_id', db('users').where({ facebook_id: facebookId }).select('id'))
        .whereIn('kind', kinds)
        .delete()
        .returning<{ name: string }[]>('name');
      return removed.map(({ name }) => name);
    },

    /** Noted once a minute at most, whoever asks at once. */
    async noteUse(id: TokenId): Promise<void> {
      await db('api_tokens')
        .where({ id })
        .andWhere((either) =>
          either.whereNull('last_used_at').orWhere('last_used_at', '<', db.raw("now() - interval '1 minute'")),
        )
        .update({ last_used_at: db.fn.now() });
    },
  };
}

function finding(db: Knex) {
  function found(rows: readonly FoundRow[], adminIds: readonly string[]): FoundToken | null {
    const [row] = rows;
    if (row === undefined || !(row.type === 'whitelist' || adminIds.includes(row.facebook_id))) return null;
    return {
      session: sessionOf(row),
      expiresAt: row.expires_at,
      isExpired: row.is_expired,
      isUsedLongAgo: row.is_used_long_ago,
    };
  }

  return {
    /** Whether it is there. If so, nobody revokes it before the end of the transaction that `db` is. */
    hold: async (id: TokenId): Promise<boolean> =>
      (await db('api_tokens').where({ id }).forKeyShare().first('id')) !== undefined,

    /** Those of these tokens that still open something. @param adminIds people who are always let in */
    async stillGood(ids: readonly TokenId[], adminIds: readonly string[]): Promise<ReadonlySet<TokenId>> {
      const rows = await prepared<{ id: TokenId }>(db, 'tokens_still_good', STILL_GOOD, [ids, adminIds]);
      return new Set(rows.map(({ id }) => id));
    },

    /** @param adminIds people who are always let in */
    async findBySecret(secret: string, adminIds: readonly string[]): Promise<FoundToken | null> {
      if (!SECRET.test(secret)) return null;
      return found(await prepared<FoundRow>(db, 'find_token', FIND_BY_SECRET, [hashOf(secret)]), adminIds);
    },

    findById: async (id: TokenId, adminIds: readonly string[]): Promise<FoundToken | null> =>
      found(await prepared<FoundRow>(db, 'find_token_by_id', FIND_BY_ID, [id]), adminIds),
  };
}

export type TokensRepository = ReturnType<typeof tokensRepository>;

const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

function grantOf(row: Omit<Row, 'expires_at' | 'is_expired' | 'last_used_at' | 'created_at'>): TokenGrant {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    scopes: row.scopes,
    pageIds: row.page_ids,
    needsApproval: row.needs_approval,
    trust: row.trust,
  };
}

function toToken(row: Row): Token {
  return {
    ...grantOf(row),
    expiresAt: row.expires_at,
    isExpired: row.is_expired,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}

/** Its person without what they are besides: no administrator, and nobody else. */
function sessionOf(row: FoundRow): FoundToken['session'] {
  return {
    ...toPerson(row),
    idHash: hashOf(`token ${row.id}`),
    isAdmin: false,
    impersonator: null,
    token: grantOf({ ...row, name: row.token_name }),
    onlyPages: row.only_pages?.map((id) => Number(id) as PageId) ?? null,
  };
}
