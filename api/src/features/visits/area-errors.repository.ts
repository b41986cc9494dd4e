import type { Knex } from 'knex';
import type { ErrorKind, Frame } from '../../contract/visits.ts';
import { RETENTION } from '../../retention.ts';

/** Where an error comes from: whatever has the same fingerprint is the same error. */
export interface ErrorPlace {
  readonly name: string;
  readonly version: string;
  readonly fingerprint: string;
}

export interface KnownError extends ErrorPlace {
  readonly kind: ErrorKind;
  readonly errorName: string;
  readonly message: string;
  /** Files are relative to the folder of their version. */
  readonly frames: readonly (Frame & { readonly name: string; readonly version: string })[];
}

interface ErrorRow {
  readonly fingerprint: string;
  readonly kind: ErrorKind;
  readonly error_name: string;
  readonly message: string;
  readonly frames: KnownError['frames'];
  readonly count: number;
  readonly bits: number;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly total: number;
}

/** Of one version. More places than that are one fault that goes through everything: the rest is only counted. */
const MAX_PLACES = 50;
const SHOWN = 20;

/** The places in the code where errors came up, each once for a version. */
export function areaErrorsRepository(db: Knex) {
  return {
    /** @returns whether it was known; then it is counted */
    async again({ name, version, fingerprint }: ErrorPlace, count: number, person: string | null): Promise<boolean> {
      const { rowCount } = await db.raw<{ rowCount: number }>(
        `
        update area_errors set count = least(count::bigint + ?, 2147483647), last_at = now(),
            people = coalesce(people | ?::bit(1024), people, ?::bit(1024))
          where name = ? and version = ? and fingerprint = ?`,
        [count, person, person, name, version, fingerprint],
      );
      return rowCount === 1;
    },

    async isFull({ name, version }: ErrorPlace): Promise<boolean> {
      const [row] = await db('area_errors').where({ name, version }).count<{ count: string }[]>();
      return Number(row?.count) >= MAX_PLACES;
    },

    async add(error: KnownError, count: number, person: string | null): Promise<void> {
      const { name, version, fingerprint, kind, errorName, message, frames } = error;
      await db.raw(
        `
        insert into area_errors (name, version, fingerprint, kind, error_name, message, frames, count, people)
          select name, version, ?, ?, ?, ?, ?, ?, ?::bit(1024) from remote_releases where name = ? and version = ?
          on conflict (name, version, fingerprint) do update set count = area_errors.count + excluded.count,
            last_at = now(),
            people = coalesce(area_errors.people | excluded.people, area_errors.people, excluded.people)`,
        [fingerprint, kind, errorName, message, JSON.stringify(frames), count, person, name, version],
      );
    },

    /** The latest first. */
    async of(name: string, version: string): Promise<{ errors: readonly ErrorRow[]; total: number }> {
      const { rows } = await db.raw<{ rows: ErrorRow[] }>(
        `
        select fingerprint, kind, error_name, message, frames, count, coalesce(bit_count(people), 0)::int as bits,
            first_at, last_at, count(*) over ()::int as total
          from area_errors where name = ? and version = ? order by last_at desc, fingerprint limit ?`,
        [name, version, SHOWN],
      );
      return { errors: rows, total: rows[0]?.total ?? 0 };
    },

    async forgetOld(): Promise<void> {
      await db('area_errors')
        .where('last_at', '<', db.raw('now() - make_interval(days => ?)', [RETENTION.areaErrorsDays]))
        .delete();
    },
  };
}
export type AreaErrorsRepository = ReturnType<typeof areaErrorsRepository>;
