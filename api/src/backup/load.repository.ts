import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BOOKKEEPING } from '../db/losses.ts';
import { UNFINISHED_RESTORE } from '../db/unfinished-restore.ts';
import { quoted, type Table } from './dump.repository.ts';

interface Named {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

const REFERENCES = `
  select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`;
/** Those that no constraint stands on. */
const INDEXES = `
  select i.indrelid::regclass::text as "table", c.relname as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by 1, 2`;
const OURS = `
  select 'drop table if exists ' || c.oid::regclass || ' cascade' as statement from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
  union all select 'drop routine if exists ' || p.oid::regprocedure || ' cascade' from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
const PROCESSES = `
  select from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and application_name ~ '^pagecast (configuration|worker)'`;
/** The numbers of what was made after the backup are out in the world: nothing new gets them. */
const SKIPPED_NUMBERS = 1_000_000;

/** What is found where a backup is to go. */
export interface Target {
  readonly database: string;
  readonly tables: number;
  readonly posts: number;
  readonly people: number;
  readonly isInUse: boolean;
  /** A restore into it did not come to its end. */
  readonly isUnfinished: boolean;
}

/** Fills a database with what a backup holds. */
export function loadRepository(line: pg.ClientBase) {
  const rows = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await line.query<Row>(sql, values)).rows;
  return {
    look: () => look(rows),

    /** Takes out whatever is there. From here on no process starts on it until `finish`. */
    async clear(): Promise<void> {
      await line.query(`create schema if not exists ${UNFINISHED_RESTORE}`);
      for (const { statement } of await rows<{ statement: string }>(OURS)) await line.query(statement);
    },

    columns: async () =>
      new Map(
        (
          await rows<{ name: string; columns: string[] }>(
            `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
            from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
              and a.attgenerated = ''
            where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all($1)
            group by c.relname`,
            [BOOKKEEPING],
          )
        ).map(({ name, columns }) => [name, columns] as const),
      ),

    /** Takes away what would be kept up to date row by row. @returns what brings it back */
    async open(tables: readonly Table[]): Promise<Named[]> {
      const references = await rows<Named & pg.QueryResultRow>(REFERENCES);
      for (const { table, name } of references)
        await line.query(`alter table ${table} drop constraint ${quoted(name)}`);
      const indexes = await rows<Named & pg.QueryResultRow>(INDEXES);
      for (const { name } of indexes) await line.query(`drop index ${quoted(name)}`);
      for (const { name } of tables) await line.query(`alter table ${quoted(name)} disable trigger user`);
      // What the migrations put there is in the backup as well.
      await line.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
      await line.query("set maintenance_work_mem = '256MB'");
      return [...indexes, ...references.map(asConstraint)];
    },

    async copy({ name, columns }: Table, content: Readable): Promise<number> {
      const into = line.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`));
      await pipeline(content, into);
      return into.rowCount;
    },

    async close(tables: readonly Table[], taken: readonly Named[]): Promise<void> {
      for (const { definition } of taken) await line.query(definition);
      for (const { name } of tables) await line.query(`alter table ${quoted(name)} enable trigger user`);
      await line.query('analyze');
    },

    async advance(sequences: readonly { name: string; value: string }[]): Promise<void> {
      for (const { name, value } of sequences)
        await line.query(
          `select setval($1::regclass, least(greatest($2::bigint, 0) + ${SKIPPED_NUMBERS},
            (select max_value from pg_sequences where schemaname = current_schema() and sequencename = $3)))`,
          [quoted(name), value, name],
        );
    },

    /** All or nothing: with it the database may be used. */
    async finish(work: () => Promise<void>): Promise<void> {
      await line.query('begin');
      await work();
      await line.query(`drop schema ${UNFINISHED_RESTORE}`);
      await line.query('commit');
    },
  };
}

type Rows = <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;

async function look(rows: Rows): Promise<Target> {
  const [found] = await rows<{ database: string; tables: number; isUnfinished: boolean; posts: boolean }>(`
    select current_database() as database,
      to_regclass('posts') is not null and to_regclass('users') is not null as posts,
      (select count(*)::int from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace)
        as tables,
      to_regnamespace('${UNFINISHED_RESTORE}') is not null as "isUnfinished"`);
  if (found === undefined) throw new Error('The database says nothing of itself');
  const [counted] = found.posts
    ? await rows<{ posts: number; people: number }>(
        'select (select count(*)::int from posts) as posts, (select count(*)::int from users) as people',
      )
    : [];
  return {
    ...found,
    posts: counted?.posts ?? 0,
    people: counted?.people ?? 0,
    isInUse: (await rows(PROCESSES)).length > 0,
  };
}

const asConstraint = ({ table, name, definition }: Named): Named => ({
  table,
  name,
  definition: `alter table ${table} add constraint ${quoted(name)} ${definition}`,
});
