import type { Knex } from 'knex';
import { prepared } from './database.ts';
import hashes from './migrations/hashes.json' with { type: 'json' };
import { migrations } from './migrations/index.ts';

const UNDEFINED_TABLE = '42P01';

/**
 * A migration as the database knows it. Where it was recorded by no release, everything but its name may be unknown.
 */
export interface AppliedMigration {
  readonly name: string;
  /** In the list of knex. */
  readonly isApplied: boolean;
  readonly appliedAt: Date | null;
  readonly kind: 'expand' | 'contract' | null;
  readonly safeSince: string | null;
  readonly sha256: string | null;
  readonly state: 'coming' | 'applied' | 'leaving' | null;
  readonly isAtomic: boolean | null;
}

const READ = `
  select coalesce(m.name, r.name) as name, m.name is not null as "isApplied", m.at as "appliedAt",
    r.kind, r.safe_since as "safeSince", r.sha256, r.state, r.is_atomic as "isAtomic"
  from (select name, max(migration_time) as at from knex_migrations group by name) m
  full join migration_records r on r.name = m.name order by 1`;
const READ_EARLIER = `
  select name, true as "isApplied", migration_time as "appliedAt", null as kind, null as "safeSince", null as sha256,
    null as state, null as "isAtomic"
  from knex_migrations order by name`;

/** Somebody has dropped the list of knex. */
const READ_UNLISTED = `
  select name, false as "isApplied", null as "appliedAt", kind, safe_since as "safeSince", sha256, state,
    is_atomic as "isAtomic"
  from migration_records order by name`;

/** What the database says of its migrations, by name. Empty where none was ever applied. */
export async function readApplied(db: Knex): Promise<AppliedMigration[]> {
  for (const sql of [READ, READ_EARLIER, READ_UNLISTED]) {
    try {
      return (await db.raw<{ rows: AppliedMigration[] }>(sql)).rows;
    } catch (error) {
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
    }
  }
  return [];
}

const MARK = `select md5(string_agg(a::text, ',')) as mark from (${READ}) a`;

/**
 * Another text wherever `readApplied` would answer otherwise, for who asks often; null where a database has not both of
 * its lists.
 */
export async function markOfApplied(db: Knex): Promise<string | null> {
  try {
    const [row] = await prepared<{ mark: string | null }>(db, 'mark_of_applied', MARK, []);
    return row?.mark ?? null;
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
    return null;
  }
}

/** Databases of earlier releases have none yet. */
export async function hasRecords(db: Knex): Promise<boolean> {
  const {
    rows: [found],
  } = await db.raw<{ rows: { is_there: boolean }[] }>(
    "select to_regclass('migration_records') is not null as is_there",
  );
  return found?.is_there === true;
}

/** Says of these migrations of ours what they are, and where they stand. */
export async function record(
  db: Knex,
  names: readonly string[],
  state: NonNullable<AppliedMigration['state']>,
): Promise<void> {
  const rows = names.flatMap((name) => {
    const migration = migrations[name];
    if (migration === undefined) return [];
    return {
      name,
      state,
      kind: migration.kind,
      safe_since: migration.kind === 'contract' ? migration.safeSince : null,
      sha256: hashOf(name),
      is_atomic: isAtomic(name),
      changed_at: db.fn.now(),
    };
  });
  if (rows.length > 0) await db('migration_records').insert(rows).onConflict('name').merge();
}

export async function forget(db: Knex, names: readonly string[]): Promise<void> {
  await db('migration_records').whereIn('name', names).delete();
}

export const isAtomic = (name: string): boolean => migrations[name]?.config?.transaction !== false;

/** Of the file of this release. */
export const hashOf = (name: string): string => (hashes as Readonly<Record<string, string>>)[`${name}.ts`] ?? '';
