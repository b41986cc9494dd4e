import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

/** Each step is short, and others work between them. */
export const config = { transaction: false };

interface Tie {
  readonly table: string;
  readonly column: string;
  readonly to: string;
  /** What becomes of a row when the other one goes, or turns out to be somebody else's. */
  readonly onDelete: 'cascade' | 'set null';
}

/** From a thing of one owner to another of the same owner in the same environment. */
const TIES: readonly Tie[] = [
  { table: 'automation_page_configurations', column: 'facebook_page_id', to: 'facebook_pages', onDelete: 'cascade' },
  { table: 'automation_slot_calls', column: 'ai_call_id', to: 'ai_calls', onDelete: 'cascade' },
  { table: 'automation_slot_calls', column: 'slot_id', to: 'automation_slots', onDelete: 'cascade' },
  { table: 'automation_slots', column: 'cycle_id', to: 'automation_cycles', onDelete: 'cascade' },
  { table: 'automation_slots', column: 'facebook_page_id', to: 'facebook_pages', onDelete: 'cascade' },
  { table: 'media_files', column: 'post_id', to: 'posts', onDelete: 'set null' },
  { table: 'media_uploads', column: 'media_file_id', to: 'media_files', onDelete: 'cascade' },
  { table: 'notifications', column: 'facebook_page_id', to: 'facebook_pages', onDelete: 'cascade' },
  { table: 'notifications', column: 'post_id', to: 'posts', onDelete: 'set null' },
  { table: 'page_clock', column: 'facebook_page_id', to: 'facebook_pages', onDelete: 'cascade' },
  { table: 'page_clock', column: 'post_id', to: 'posts', onDelete: 'set null' },
  { table: 'posts', column: 'ai_call_id', to: 'ai_calls', onDelete: 'set null' },
  { table: 'posts', column: 'automation_slot_id', to: 'automation_slots', onDelete: 'set null' },
  { table: 'posts', column: 'facebook_page_id', to: 'facebook_pages', onDelete: 'set null' },
];

/** Things of a user, who is of one environment. */
const OWNED = [
  'ai_calls',
  'automation_cycles',
  'automation_page_configurations',
  'automation_settings',
  'automation_slots',
  'drafts',
  'facebook_pages',
  'idempotency_keys',
  'media_files',
  'media_uploads',
  'notifications',
  'post_summaries',
  'posts',
];

export async function up(db: Knex): Promise<void> {
  // First for what comes from now on, then for what is there.
  for (const { table, column, to, onDelete } of TIES) {
    await addOnce(
      db,
      table,
      tieOf({ table, column }),
      `foreign key (${column}, user_id, environment) references ${to} (id, user_id, environment) on delete ${onDelete}${onDelete === 'set null' ? ` (${column})` : ''}`,
    );
  }
  for (const table of OWNED)
    await addOnce(
      db,
      table,
      ownerOf(table),
      'foreign key (user_id, environment) references users (id, environment) on delete cascade',
    );

  for (const table of OWNED) await assertOwnersMatch(db, table);
  for (const tie of TIES) await untieStrangers(db, tie);
  for (const tie of TIES) await db.raw('alter table ?? validate constraint ??', [tie.table, tieOf(tie)]);
  for (const table of OWNED) await db.raw('alter table ?? validate constraint ??', [table, ownerOf(table)]);

  for (const { table, column } of TIES)
    await alterGently(db, `alter table ${table} drop constraint if exists ${table}_${column}_fkey`);
  for (const table of OWNED)
    await alterGently(db, `alter table ${table} drop constraint if exists ${table}_user_id_fkey`);
}

export async function down(db: Knex): Promise<void> {
  for (const { table, column, to, onDelete } of TIES) {
    await alterGently(
      db,
      `alter table ${table} drop constraint ${tieOf({ table, column })}, add constraint ${table}_${column}_fkey foreign key (${column}) references ${to} on delete ${onDelete}`,
    );
  }
  for (const table of OWNED)
    await alterGently(
      db,
      `alter table ${table} drop constraint ${ownerOf(table)}, add constraint ${table}_user_id_fkey foreign key (user_id) references users on delete cascade`,
    );
}

const tieOf = ({ table, column }: Pick<Tie, 'table' | 'column'>) => `${table}_${column}_of_its_owner`;
const ownerOf = (table: string) => `${table}_owner_in_environment`;

/** A start that was cut off goes on where it stopped. */
async function addOnce(db: Knex, table: string, name: string, constraint: string): Promise<void> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    'select from pg_constraint where conrelid = ?::regclass and conname = ?',
    [table, name],
  );
  if (rows.length === 0) await alterGently(db, `alter table ${table} add constraint ${name} ${constraint} not valid`);
}

/** Nothing of ours makes such a row, and nobody but a person can say which of the two is meant. @throws Error that names the rows */
async function assertOwnersMatch(db: Knex, table: string): Promise<void> {
  const {
    rows: [found],
  } = await db.raw<{ rows: { count: number; users: string | null }[] }>(`
    select count(*)::int as count, string_agg(distinct t.user_id::text, ', ') as users from ${table} t join users u on u.id = t.user_id where t.environment <> u.environment`);
  if (found === undefined || found.count === 0) return;
  throw new Error(
    `${found.count} rows of ${table} are in another environment than their users (id ${found.users}). Nothing of them was changed. Give them the environment of their users, or remove them, and start again.`,
  );
}

/** What refers to somebody else's thing is treated as if that thing were gone. */
async function untieStrangers(db: Knex, { table, column, to, onDelete }: Tie): Promise<void> {
  const strangers = `t.${column} = f.id and (t.user_id, t.environment) <> (f.user_id, f.environment)`;
  await db.raw(
    onDelete === 'cascade'
      ? `delete from ${table} t using ${to} f where ${strangers}`
      : `update ${table} t set ${column} = null from ${to} f where ${strangers}`,
  );
}
