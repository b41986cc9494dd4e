import type { Knex } from 'knex';

export interface SimulatedClock {
  now(): Date;
  /** Moves the clock of every statement, by minutes; also back. */
  move(minutes: number): Promise<void>;
}

/**
 * Puts another clock into a test's own database: `now()` of every statement and column from then on, in connections
 * that are opened from then on. So the very statements of the product run through weeks in seconds.
 */
export async function simulateClock(db: Knex, from: Date): Promise<SimulatedClock> {
  let at = from;
  await db.raw('create table simulated_clock (at timestamptz not null)');
  await db('simulated_clock').insert({ at });
  await db.raw(
    "create function public.now() returns timestamptz language sql stable as 'select at from public.simulated_clock'",
  );
  const {
    rows: [{ name }],
  } = await db.raw<{ rows: [{ name: string }] }>('select current_database() as name');
  await db.raw('alter database ?? set search_path = public, pg_catalog', [name]);
  const { rows: defaults } = await db.raw<{ rows: { table: string; column: string }[] }>(`
    select c.relname as table, a.attname as column from pg_attrdef d join pg_class c on c.oid = d.adrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
    where pg_get_expr(d.adbin, d.adrelid) in ('now()', 'pg_catalog.now()')
      and c.relnamespace = 'public'::regnamespace`);
  for (const { table, column } of defaults)
    await db.raw('alter table ?? alter column ?? set default public.now()', [table, column]);
  return {
    now: () => at,
    async move(minutes) {
      at = new Date(at.getTime() + minutes * 60_000);
      await db('simulated_clock').update({ at });
    },
  };
}
