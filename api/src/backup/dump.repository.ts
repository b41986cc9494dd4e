import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams';
import { BOOKKEEPING } from '../db/losses.ts';
import type { Manifest } from './manifest.ts';

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = ''
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all($1)
  group by c.relname order by c.relname`;
const SEQUENCES = `
  select sequencename as name, coalesce(last_value, start_value - increment_by)::text as value from pg_sequences
  where schemaname = current_schema() and sequencename !~ '^knex_migrations' order by 1`;
const MIGRATIONS = `
  select m.name, max(r.sha256) as sha256 from knex_migrations m left join migration_records r on r.name = m.name
  group by m.name order by m.name`;
const NEEDED_FILES = `
  select sha256, max(bytes)::text as bytes from media_files group by sha256 order by sha256`;
const NEEDED = 'needed_files';
const FILES_AT_ONCE = 1000;
const ABOUT = `
  select now() as "takenAt", current_setting('server_version') as postgres,
    array(
      select fingerprint from secret_key where not exists (select from data_keys)
      union all
      select master from data_key_wraps group by master having count(*) = (select count(*) from data_keys)
    ) as openers`;

/** What a backup is a copy of. */
interface About {
  readonly takenAt: Date;
  readonly postgres: string;
  /** Fingerprints of the secret keys that open all that is sealed; none where nobody has noted one. */
  readonly openers: readonly string[];
}

/** What of a database goes into a backup, all as it was in one moment. */
export function dumpRepository(line: pg.ClientBase) {
  const rows = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await line.query<Row>(sql, values)).rows;
  return {
    /** From here on everything is read as it is now, however long that takes; nobody waits for it. */
    async begin(): Promise<About> {
      await line.query('begin transaction isolation level repeatable read read only');
      const [about] = await rows<About & pg.QueryResultRow>(ABOUT);
      if (about === undefined) throw new Error('The database says nothing of itself');
      return about;
    },

    async end(): Promise<void> {
      await line.query('rollback');
    },

    tables: () => rows<Table & pg.QueryResultRow>(TABLES, [BOOKKEEPING]),
    migrations: () => rows<Manifest['migrations'][number] & pg.QueryResultRow>(MIGRATIONS),
    /** Numbers are given out beside all transactions: read last, so that none of the rows has a later one. */
    sequences: () => rows<Manifest['sequences'][number] & pg.QueryResultRow>(SEQUENCES),

    /** The files that its rows need, some at a time, in the order of their hashes. */
    async *files(): AsyncGenerator<{ sha256: string; bytes: number }, void, void> {
      await line.query(`declare ${NEEDED} no scroll cursor for ${NEEDED_FILES}`);
      for (;;) {
        const found = await rows<{ sha256: string; bytes: string }>(`fetch ${FILES_AT_ONCE} from ${NEEDED}`);
        for (const { sha256, bytes } of found) yield { sha256, bytes: Number(bytes) };
        if (found.length < FILES_AT_ONCE) break;
      }
      await line.query(`close ${NEEDED}`);
    },

    copy({ name, columns }: Table): Readable & CopyToStreamQuery {
      return line.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`));
    },
  };
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
