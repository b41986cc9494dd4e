import type { Knex } from 'knex';

const TABLES = [
  ['untold_changes', 'pending_changes'],
  ['uploads_left_behind', 'orphaned_uploads'],
] as const;

const COLUMNS = [
  ['publish_attempts', 'notes', 'checkpoint'],
  ['publish_attempts', 'leftovers_removed_at', 'orphans_removed_at'],
  ['publish_attempts', 'leftovers_tries', 'orphans_tries'],
  ['publish_attempts', 'leftovers_next_at', 'orphans_next_at'],
  ['uploads_ahead', 'notes', 'checkpoint'],
  ['sessions', 'acting_user_id', 'impersonated_user_id'],
  ['sessions', 'acting_until', 'impersonated_until'],
  ['audit_log', 'in_place_of_facebook_id', 'impersonated_facebook_id'],
  ['audit_log', 'in_place_of_name', 'impersonated_name'],
  ['post_events', 'is_in_place', 'is_impersonated'],
] as const;

/** As they stand in names of indexes, constraints, triggers and functions, and in their texts. Longer ones first. */
const WORDS = [
  ['uploads_ahead_left_behind', 'uploads_ahead_orphaned'],
  ['uploads_left_behind', 'orphaned_uploads'],
  ['upload_left_behind', 'orphaned_upload'],
  ['untold_changes', 'pending_changes'],
  ['note_untold', 'note_pending'],
  ['attempts_with_leftovers', 'attempts_with_orphans'],
  ['sessions_acting', 'sessions_impersonated'],
  ['acting_user_id', 'impersonated_user_id'],
  ['is_in_place', 'is_impersonated'],
] as const;

/** Functions name columns in their texts, which a rename of the column leaves as they are. */
const COLUMNS_IN_FUNCTIONS = [['notes', 'checkpoint']] as const;

type Pair = readonly [from: string, to: string];

export async function up(db: Knex): Promise<void> {
  for (const [from, to] of TABLES) await db.raw('alter table ?? rename to ??', [from, to]);
  for (const [table, from, to] of COLUMNS) await db.raw('alter table ?? rename column ?? to ??', [table, from, to]);
  await renameParts(db, WORDS);
  await rewriteFunctions(db, [...WORDS, ...COLUMNS_IN_FUNCTIONS]);
}

export async function down(db: Knex): Promise<void> {
  const back = ([from, to]: Pair): Pair => [to, from];
  for (const [from, to] of TABLES) await db.raw('alter table ?? rename to ??', [to, from]);
  for (const [table, from, to] of COLUMNS) await db.raw('alter table ?? rename column ?? to ??', [table, to, from]);
  await renameParts(db, WORDS.map(back));
  await rewriteFunctions(db, [...WORDS, ...COLUMNS_IN_FUNCTIONS].map(back));
}

/** Renames constraints, indexes, sequences, triggers and functions whose names hold one of these words. */
async function renameParts(db: Knex, words: readonly Pair[]): Promise<void> {
  for (const [from, to] of words) {
    const [has, renamed] = [
      (name: string) => `position('${from}' in ${name}) > 0`,
      (name: string) => `replace(${name}, '${from}', '${to}')`,
    ];
    // Constraints come first: one that has an index takes it along.
    await execute(
      db,
      `select format('alter table %s rename constraint %I to %I', conrelid::regclass, conname, ${renamed('conname')})
      from pg_constraint where connamespace = current_schema()::regnamespace and conrelid <> 0 and ${has('conname')}`,
      `select format(
        'alter %s %I rename to %I', case relkind when 'i' then 'index' else 'sequence' end, relname, ${renamed('relname')}
      ) from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('i', 'S') and ${has('relname')}`,
      `select format('alter trigger %I on %s rename to %I', tgname, tgrelid::regclass, ${renamed('tgname')})
      from pg_trigger where not tgisinternal and ${has('tgname')}`,
      `select format('alter function %s rename to %I', oid::regprocedure, ${renamed('proname')})
      from pg_proc where pronamespace = current_schema()::regnamespace and ${has('proname')}`,
    );
  }
}

/** Writes functions anew whose texts hold one of these words, otherwise as they are. */
async function rewriteFunctions(db: Knex, words: readonly Pair[]): Promise<void> {
  for (const [from, to] of words)
    await execute(
      db,
      `select regexp_replace(pg_get_functiondef(oid), '\\m${from}', '${to}', 'g')
      from pg_proc where pronamespace = current_schema()::regnamespace and prokind = 'f' and prosrc ~ '\\m${from}'`,
    );
}

/** Runs the statements that each of these queries answers. */
async function execute(db: Knex, ...queries: readonly string[]): Promise<void> {
  for (const query of queries)
    await db.raw(
      `do $do$ declare statement text; begin for statement in ${query} loop execute statement; end loop; end $do$`,
    );
}
