import type { Knex } from 'knex';

const UNREADABLE_TABLES = `
  select c.relname as name, current_user as role from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and c.relowner = (select relowner from pg_class where oid = to_regclass('knex_migrations'))
    and not has_table_privilege(c.oid, 'select')
  order by c.relname`;

/** Our tables that the role of the connection may not even read. Others may have some of their own beside them. */
export async function unreadableTables(db: Knex): Promise<{ name: string; role: string }[]> {
  return (await db.raw<{ rows: { name: string; role: string }[] }>(UNREADABLE_TABLES)).rows;
}
