import type { Knex } from 'knex';
import { BEGINNING, sealOf, type ChainedLine, type People } from './audit-chain.ts';

interface LineRow {
  id: number;
  at: Date;
  environment: string;
  actor_facebook_id: string;
  actor_name: string;
  impersonated_facebook_id: string | null;
  impersonated_name: string | null;
  token_name: string | null;
  action: string;
  subject: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ip_address: string | null;
}

interface SealRow {
  audit_id: number;
  position: number;
  previous: string;
  hash: string;
  sealed_at: Date;
  commitments: Record<string, string>;
  salts: Record<string, string>;
}

/** A line as it is exported: what is proved of people stands beside what they are called by now. */
export interface SealedLine extends ChainedLine {
  readonly people: Readonly<
    Record<string, { readonly value: string | null; readonly salt: string | null; readonly hash: string }>
  >;
  readonly hash: string;
}

export interface Head {
  readonly position: number;
  readonly hash: string;
}

/** Names of people within `before` and `after`, as `forgotten-people.repository.ts` forgets them. */
const NAMES = ['name', 'facebookId'] as const;

/** Seals of the lines of the audit log, in the order in which they were sealed. */
export function auditSealsRepository(db: Knex) {
  return {
    /** The last line that is sealed. */
    async head(): Promise<Head> {
      const row = await db<SealRow>('audit_seals').whereNotNull('position').orderBy('position', 'desc').first();
      return row === undefined ? { position: 0, hash: BEGINNING } : { position: row.position, hash: row.hash };
    },

    /**
     * Seals some of the lines that are not sealed yet; in a transaction. One process at a time does it.
     * @returns how many it was
     */
    async sealNext(limit: number): Promise<number> {
      await db.raw("select pg_advisory_xact_lock(hashtextextended('audit_seals', 0))");
      // Somebody is being forgotten: what they leave of the line is read after that.
      const ids = await db('audit_seals')
        .join('audit_log', 'audit_log.id', 'audit_seals.audit_id')
        .whereNull('position')
        .orderBy('audit_id')
        .limit(limit)
        .forUpdate('audit_seals')
        .pluck<number[]>('audit_id');
      const lines = await db<LineRow>('audit_log').whereIn('id', ids).orderBy('id');
      const { rows } = await db.raw<{ rows: [{ now: Date }] }>('select now()');
      let head = await this.head();
      for (const row of lines) {
        const line = { position: head.position + 1, previous: head.hash, ...chained(row, rows[0].now) };
        const { hash, commitments, salts } = sealOf(line, peopleIn(row));
        await db('audit_seals')
          .where({ audit_id: row.id })
          .update({
            position: line.position,
            previous: line.previous,
            hash,
            sealed_at: line.sealedAt,
            commitments: JSON.stringify(commitments),
            salts: JSON.stringify(salts),
          });
        head = { position: line.position, hash };
      }
      return lines.length;
    },

    /** The next ones after this position, in order. A line that is gone is left out. */
    async after(position: number, limit: number): Promise<SealedLine[]> {
      const rows = await db<LineRow & SealRow>('audit_seals')
        .join('audit_log', 'audit_log.id', 'audit_seals.audit_id')
        .where('position', '>', position)
        .orderBy('position')
        .limit(limit)
        .select<(LineRow & SealRow)[]>(
          'audit_log.*',
          'position',
          'previous',
          'hash',
          'sealed_at',
          'commitments',
          'salts',
        );
      return rows.map(toSealed);
    },
  };
}
export type AuditSealsRepository = ReturnType<typeof auditSealsRepository>;

function chained(row: LineRow, sealedAt: Date): Omit<ChainedLine, 'position' | 'previous'> {
  return {
    sealedAt: sealedAt.toISOString(),
    id: row.id,
    at: row.at.toISOString(),
    environment: row.environment,
    action: row.action,
    token: row.token_name,
    before: withoutNames(row.before),
    after: withoutNames(row.after),
  };
}

function peopleIn(row: LineRow): People {
  const within = (['before', 'after'] as const).flatMap((side) =>
    NAMES.filter((name) => row[side] !== null && name in row[side]).map((name) => [
      `${side}.${name}`,
      row[side]?.[name],
    ]),
  );
  return {
    actorFacebookId: row.actor_facebook_id,
    actorName: row.actor_name,
    impersonatedFacebookId: row.impersonated_facebook_id,
    impersonatedName: row.impersonated_name,
    subject: row.subject,
    ipAddress: row.ip_address,
    ...(Object.fromEntries(within) as People),
  };
}

function withoutNames(value: Record<string, unknown> | null): object | null {
  if (value === null) return null;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !(NAMES as readonly string[]).includes(name)));
}

function toSealed(row: LineRow & SealRow): SealedLine {
  const now = peopleIn(row);
  // Also those that nobody named when it was sealed.
  const names = [...new Set([...Object.keys(row.commitments), ...Object.keys(now)])];
  const people = names.map((name) => [
    name,
    { value: now[name] ?? null, salt: row.salts[name] ?? null, hash: row.commitments[name] ?? '' },
  ]);
  return {
    position: row.position,
    previous: row.previous,
    ...chained(row, row.sealed_at),
    people: Object.fromEntries(people) as SealedLine['people'],
    hash: row.hash,
  };
}
