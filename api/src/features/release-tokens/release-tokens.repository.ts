import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import type { ReleaseRight } from '../../contract/releases.ts';

/** Lets its holder release one area, in the ways that its rights say. */
export interface ReleaseToken {
  readonly id: number;
  readonly name: string;
  readonly area: string;
  readonly rights: readonly ReleaseRight[];
  /** A command on the server made it for itself. */
  readonly isOfCommand: boolean;
  readonly expiresAt: Date | null;
  readonly isExpired: boolean;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

export interface NewToken extends Pick<ReleaseToken, 'name' | 'area' | 'rights' | 'isOfCommand'> {
  /** An instant, or one that the database counts from its own time. */
  readonly expiresAt: Date | Knex.Raw | null;
}

interface Row {
  id: number;
  name: string;
  area: string;
  rights: ReleaseRight[];
  secret_hash: Buffer;
  is_of_command: boolean;
  expires_at: Date | null;
  is_expired: boolean;
  last_used_at: Date | null;
  created_at: Date;
}

/** Its row's number, and 256 random bits. */
const TOKEN = /^pcr_(\d{1,15})_([\w-]{43})$/;

/** Tokens as the table keeps them: the SHA-256 of a secret that only its holder has. */
export function releaseTokensRepository(db: Knex) {
  const rows = () =>
    db<Row>('release_tokens').select<Row[]>(
      '*',
      db.raw('(expires_at is not null and expires_at <= now()) as is_expired'),
    );
  return {
    /** Those that administrators made, the newest first. */
    list: async (): Promise<ReleaseToken[]> =>
      (await rows().where({ is_of_command: false }).orderBy('id', 'desc')).map(toToken),

    /** @returns the token for its holder, which is not kept */
    async create({ name, area, rights, expiresAt, isOfCommand }: NewToken): Promise<ReleaseToken & { token: string }> {
      const secret = randomBytes(32).toString('base64url');
      const [{ id }] = (await db('release_tokens')
        .insert({
          name,
          area,
          rights: [...new Set(rights)],
          secret_hash: hashOf(secret),
          is_of_command: isOfCommand,
          expires_at: expiresAt,
        })
        .returning('id')) as [{ id: number }];
      const [row] = (await rows().where({ id })) as [Row];
      return { ...toToken(row), token: `pcr_${id}_${secret}` };
    },

    /** @returns what was deleted, or null */
    async remove(id: number): Promise<ReleaseToken | null> {
      const [row] = await rows().where({ id }).forUpdate();
      if (row === undefined) return null;
      await db('release_tokens').where({ id }).delete();
      return toToken(row);
    },

    /** Whose token this is, which counts as a use of it; null for what is none, or none any more. */
    async use(token: string): Promise<ReleaseToken | null> {
      const [, id, secret] = TOKEN.exec(token) ?? [];
      if (id === undefined || secret === undefined) return null;
      const [row] = await rows().where({ id: Number(id) });
      if (row === undefined || !timingSafeEqual(row.secret_hash, hashOf(secret))) return null;
      if (!row.is_expired)
        await db('release_tokens')
          .where({ id: row.id })
          .andWhere((either) =>
            either.whereNull('last_used_at').orWhere('last_used_at', '<', db.raw("now() - interval '1 minute'")),
          )
          .update({ last_used_at: db.fn.now() });
      return toToken(row);
    },

    /** Commands that were killed leave theirs behind. */
    async forgetOfCommands(): Promise<void> {
      await db('release_tokens').where({ is_of_command: true }).where('expires_at', '<', db.fn.now()).delete();
    },
  };
}

function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

function toToken(row: Row): ReleaseToken {
  return {
    id: row.id,
    name: row.name,
    area: row.area,
    rights: row.rights,
    isOfCommand: row.is_of_command,
    expiresAt: row.expires_at,
    isExpired: row.is_expired,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}
