import type { Knex } from 'knex';

/** A table that is not there for a while, as if the database had lost it. @returns what puts it back */
export async function takeTableAway(db: Knex, table: string): Promise<() => Promise<void>> {
  await db.raw('alter table ?? rename to table_away', [table]);
  return async () => {
    await db.raw('alter table table_away rename to ??', [table]);
  };
}

/** A column that is not there, as in the database of another version. @returns what puts it back */
export async function takeColumnAway(db: Knex, table: string, column: string): Promise<() => Promise<void>> {
  await db.raw('alter table ?? rename column ?? to column_away', [table, column]);
  return async () => {
    await db.raw('alter table ?? rename column column_away to ??', [table, column]);
  };
}

/** As if the last migration were another one. @returns what puts it right */
export async function forgetLastMigration(db: Knex): Promise<() => Promise<void>> {
  await db.raw("update knex_migrations set name = name || '_gone' where id = (select max(id) from knex_migrations)");
  return async () => {
    await db.raw("update knex_migrations set name = replace(name, '_gone', '')");
  };
}

/** Begins a transaction, whose time is that of its first statement. */
export async function beginTransaction(db: Knex): Promise<Knex.Transaction> {
  const transaction = await db.transaction();
  await transaction.raw('select now()');
  return transaction;
}

/** Says something on the channel of changes, as triggers do. */
export const notifyChange = (db: Knex, payload: string) => db.raw("select pg_notify('changes', ?)", [payload]);

/** Ends the lines on which processes listen for changes, as a database does that restarts. */
export const cutListeners = (db: Knex) =>
  db.raw(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'pagecast events%' " +
      'and datname = current_database()',
  );

/** Ends the lines of a pool as the end of its process would: what was open is undone. */
export const cutLines = (db: Knex, purpose: 'exports') =>
  db.raw(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = ? ' +
      'and datname = current_database()',
    [`pagecast ${purpose}`],
  );

/** How many statements with this text run now, or wait. */
export async function runningStatements(db: Knex, text: string): Promise<number> {
  const { rows } = await db.raw<{ rows: object[] }>(
    "select from pg_stat_activity where datname = current_database() and state = 'active' and query ilike ? " +
      'and pid <> pg_backend_pid()',
    [`%${text}%`],
  );
  return rows.length;
}

/** How many statements wait for a lock. */
export async function waitingStatements(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: object[] }>(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

/** How many transactions are open and do nothing. */
export async function idleTransactions(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: object[] }>(
    "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  return rows.length;
}

/** Nobody reads or writes the table until the transaction ends. */
export const lockTable = (trx: Knex, table: string) => trx.raw('lock table ?? in access exclusive mode', [table]);

/** Rows of a table that were fetched so far, by any statement. */
export async function rowsFetched(db: Knex, table: string): Promise<number> {
  const { rows } = await db.raw<{ rows: [{ n: number }] }>(
    'select pg_stat_force_next_flush(), (seq_tup_read + idx_tup_fetch)::int as n ' +
      'from pg_stat_user_tables where relname = ?',
    [table],
  );
  return rows[0].n;
}

/** Pages of a text index that were put off, and are put in order by this. */
export async function pendingIndexPages(db: Knex, index: string): Promise<number> {
  const { rows } = await db.raw<{ rows: [{ pages: number }] }>('select gin_clean_pending_list(?)::int as pages', [
    index,
  ]);
  return rows[0].pages;
}

/** What the database knows of the sizes of its tables is as of now. */
export const analyze = (db: Knex, table: string) => db.raw('analyze ??', [table]);

/** What an operator sets for every line that is opened from now on. */
export async function setForDatabase(db: Knex, setting: string, value: string): Promise<void> {
  const { rows } = await db.raw<{ rows: [{ name: string }] }>('select current_database() as name');
  await db.raw(`alter database ?? set ${setting} to '${value}'`, [rows[0].name]);
}

export const setTimeZone = (db: Knex, zone: string) => setForDatabase(db, 'timezone', zone);

/** How far east of Greenwich the database means these zones to be at an instant, in minutes. */
export async function minutesEast(db: Knex, zones: readonly string[], at: Date): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { minutes: number }[] }>(
    `select (extract(epoch from (given.at at time zone zone) - (given.at at time zone 'UTC')) / 60)::int as minutes
    from (select ?::timestamptz as at) given, unnest(?::text[]) with ordinality as z(zone, place) order by place`,
    [at, [...zones]],
  );
  return rows.map(({ minutes }) => minutes);
}

/** The tables that have this column. */
export async function tablesWith(db: Knex, column: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    "select table_name as name from information_schema.columns where column_name = ? and table_schema = 'public'",
    [column],
  );
  return rows.map(({ name }) => name);
}

/** Says in a transaction that somebody's account is deleted, as the product does before it changes the audit log. */
export const forgetPerson = (trx: Knex.Transaction) =>
  trx.raw("select set_config('pagecast.forgets_person', 'yes', true)");

/** Notes from now on how many rows each statement removes from a table. */
export async function countRemovals(db: Knex, table: string) {
  await db.raw(
    `create table removed_at_once (number bigint);
    create function note_removed() returns trigger language plpgsql as $$ begin insert into removed_at_once
      select count(*) from gone; return null; end $$;
    create trigger note_removed after delete on ?? referencing old table as gone
      for each statement execute function note_removed()`,
    [table],
  );
  return {
    sizes: () => db('removed_at_once').where('number', '>', 0).pluck<number[]>('number'),
    stop: () =>
      db.raw('drop trigger note_removed on ??; drop function note_removed; drop table removed_at_once', [table]),
  };
}

/** A statement that takes far longer than anybody waits. */
export const SLEEP_FOR_LONG = 'select pg_sleep(600)';

/** Which history a database says that it writes. */
export async function historyOf(db: Knex): Promise<string> {
  const { rows } = await db.raw<{ rows: [{ history: string }] }>('select history_of_database() as history');
  return rows[0].history;
}

/** A table dropped and filled anew, as by `pg_restore --clean`. */
export async function fillAnew(db: Knex, table: string): Promise<void> {
  await db.raw(
    `create table filled_anew (like ?? including all); insert into filled_anew select * from ??; drop table ??;
    alter table filled_anew rename to ??`.replaceAll('??', `"${table}"`),
  );
}

/** As if a standby had been promoted, which begins a history of its own. @returns what puts it right */
export async function pretendHistory(db: Knex, history: string): Promise<() => Promise<void>> {
  const { rows } = await db.raw<{ rows: [{ source: string }] }>(
    "select pg_get_functiondef('history_of_database'::regproc) as source",
  );
  await db.raw(`create or replace function history_of_database() returns text language sql stable as $$
    select '${history}' $$`);
  return async () => {
    await db.raw(rows[0].source);
  };
}

/** What happens to a post from now on is as good as lost. @returns what puts it back to how it is now */
export async function keepPost(db: Knex, id: number): Promise<() => Promise<void>> {
  const { rows } = await db.raw<{ rows: [{ post: object }] }>('select to_jsonb(p) as post from posts p where id = ?', [
    id,
  ]);
  return async () => {
    await db('posts').where({ id }).delete();
    await db.raw(
      'insert into posts overriding system value select * from jsonb_populate_record(null::posts, ?::jsonb)',
      [JSON.stringify(rows[0].post)],
    );
  };
}

/**
 * What whoever owns the database can do to the audit log, past its trigger: give lines another subject, or with null
 * take them away.
 */
export async function forgeAuditLine(db: Knex, subject: string, to: string | null): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('alter table audit_log disable trigger audit_log_stays');
    const lines = trx('audit_log').where({ subject });
    await (to === null ? lines.delete() : lines.update({ subject: to }));
    await trx.raw('alter table audit_log enable trigger audit_log_stays');
  });
}

/** The tables that a statement reads whole for want of an index that serves it. */
export async function tablesReadWhole(db: Knex, statement: string): Promise<string[]> {
  return db.transaction(async (trx) => {
    await trx.raw('set local enable_seqscan = off');
    const { rows } = await trx.raw<{ rows: { 'QUERY PLAN': string }[] }>(`explain ${statement}`);
    return rows.flatMap(({ 'QUERY PLAN': line }) => /\bSeq Scan on (\w+)/.exec(line)?.[1] ?? []);
  });
}

/** Goes on until the transaction ends as a role that may read `tables`, except some, and makes none. */
export async function actAsRole(
  trx: Knex,
  name: string,
  { tables, except = [] }: { readonly tables: 'all' | 'none'; readonly except?: readonly string[] },
): Promise<void> {
  await trx.raw('create role ??', [name]);
  await trx.raw('revoke create on schema public from public');
  await trx.raw('grant usage on schema public to ??', [name]);
  if (tables === 'all') await trx.raw('grant select on all tables in schema public to ??', [name]);
  for (const table of except) await trx.raw('revoke select on ?? from ??', [table, name]);
  await trx.raw('set local role ??', [name]);
}

/** A table of somebody's own. */
export const makeTable = (db: Knex, name: string) => db.raw('create table ?? (id int)', [name]);
