import type { Knex } from 'knex';

/** Held by a process as long as its line lives: nothing of one that has died is left. */
export const HOLD_SETTING = 'select pg_advisory_lock_shared($1::int, $2::int)';

const OTHER_HOLDERS = `
  select distinct host(a.client_addr) as place
  from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid = :setting and l.objid <> :value
    and l.database = (select oid from pg_database where datname = current_database())
  order by place`;

/** The addresses of processes that hold another value of a setting; null for one that came through a socket. */
export async function otherHolders(db: Knex, lock: { setting: number; value: number }): Promise<(string | null)[]> {
  const { rows } = await db.raw<{ rows: { place: string | null }[] }>(OTHER_HOLDERS, lock);
  return rows.map(({ place }) => place);
}
