import type { Knex } from 'knex';

export type Purpose = 'values' | 'names';

/** A data key as it lies in the database. */
export interface StoredKey {
  readonly id: number;
  readonly purpose: Purpose;
  readonly isFirst: boolean;
  readonly state: 'coming' | 'current' | 'former';
  readonly madeAt: Date;
  readonly formerSince: Date | null;
  readonly emptiedAt: Date | null;
  /** By the fingerprint of the secret key that opens it. */
  readonly wraps: Readonly<Record<string, string>>;
}

/** A running process, and what it has told of itself; one that is only starting has told nothing. */
export interface Holder {
  readonly host: string | null;
  readonly masters: readonly string[];
  readonly newestKey: number | null;
  readonly currentKey: number | null;
  readonly hasTold: boolean;
}

/** Noted in place of a fingerprint once there are data keys: no earlier release starts, which could not read them. */
const WITH_DATA_KEYS = 'data keys';

const ALL = `
  select k.id, k.purpose, k.is_first as "isFirst", k.state, k.made_at as "madeAt", k.former_since as "formerSince",
    k.emptied_at as "emptiedAt",
    coalesce((select jsonb_object_agg(w.master, w.wrapped) from data_key_wraps w where w.key_id = k.id), '{}') as wraps
  from data_keys k where exists (select from secret_key where fingerprint = '${WITH_DATA_KEYS}') order by k.id`;

const NEWEST = `
  select coalesce(pg_sequence_last_value(pg_get_serial_sequence('data_keys', 'id')::regclass), 0)::int as newest`;

const HOLDERS = `
  select h.host, coalesce(h.masters, '{}') as masters, h.newest_key as "newestKey", h.current_key as "currentKey",
    h.pid is not null as "hasTold"
  from pg_stat_activity a left join key_holders h on h.pid = a.pid and h.backend_start = a.backend_start
  where a.datname = current_database() and a.application_name ~ '^pagecast configuration'
  order by h.host, a.pid`;

/** The keys that seal and sign, and who has them. */
export function dataKeysRepository(db: Knex) {
  return {
    ...changesOfKeys(db),

    /** None before the first rotation. */
    async all(): Promise<StoredKey[]> {
      return (await db.raw<{ rows: StoredKey[] }>(ALL)).rows;
    },

    /** The highest number that a key ever had. */
    async newest(): Promise<number> {
      const { rows } = await db.raw<{ rows: { newest: number }[] }>(NEWEST);
      return rows[0]?.newest ?? 0;
    },

    async holders(): Promise<Holder[]> {
      return (await db.raw<{ rows: Holder[] }>(HOLDERS)).rows;
    },

    /** @returns the key that is current, and stays it until the end of this transaction */
    async heldCurrent(): Promise<number | null> {
      const row = await db('data_keys')
        .where({ purpose: 'values', state: 'current' })
        .forShare()
        .first<{ id: number } | undefined>('id');
      return row?.id ?? null;
    },

    /** Whether the key that comes has been there for so long that nobody can have missed it. */
    async isComingSince(seconds: number): Promise<boolean> {
      const row = await db('data_keys')
        .where({ state: 'coming' })
        .whereRaw("made_at <= now() - ? * interval '1 second'", [seconds])
        .first('id');
      return row !== undefined;
    },

    /** Whether a key has been of no use for something new for so long. */
    async isFormerSince(id: number, hours: number): Promise<boolean> {
      const row = await db('data_keys')
        .where({ id, state: 'former' })
        .whereRaw("former_since <= now() - ? * interval '1 hour'", [hours])
        .first('id');
      return row !== undefined;
    },
  };
}
export type DataKeysRepository = ReturnType<typeof dataKeysRepository>;

/** Each in a transaction that holds the lock of the secret key. */
function changesOfKeys(db: Knex) {
  return {
    async add(key: { purpose: Purpose; isFirst: boolean; state: 'coming' | 'current' }): Promise<number> {
      const [row] = (await db('data_keys')
        .insert({
          purpose: key.purpose,
          is_first: key.isFirst,
          state: key.state,
          current_since: key.state === 'current' ? db.fn.now() : null,
        })
        .returning('id')) as [{ id: number }];
      return row.id;
    },

    async wrap(keyId: number, master: string, wrapped: string): Promise<boolean> {
      const rows = await db('data_key_wraps')
        .insert({ key_id: keyId, master, wrapped })
        .onConflict(['key_id', 'master'])
        .ignore()
        .returning('key_id');
      return rows.length > 0;
    },

    /** From here on no earlier release starts, and those that run stop by themselves. */
    async noteDataKeys(): Promise<void> {
      await db('secret_key')
        .insert({ fingerprint: WITH_DATA_KEYS })
        .onConflict('id')
        .merge({ fingerprint: WITH_DATA_KEYS, noted_at: db.fn.now() });
    },

    /** The key that comes is the one that seals from now on. */
    async promote(): Promise<void> {
      await db('data_keys')
        .where({ purpose: 'values', state: 'current' })
        .update({ state: 'former', former_since: db.fn.now() });
      await db('data_keys').where({ state: 'coming' }).update({ state: 'current', current_since: db.fn.now() });
    },

    async noteEmptied(ids: readonly number[]): Promise<void> {
      await db('data_keys')
        .whereIn('id', [...ids])
        .update({ emptied_at: db.fn.now() });
    },

    async remove(id: number): Promise<void> {
      await db('data_keys').where({ id }).delete();
    },

    async removeMaster(master: string): Promise<void> {
      await db('data_key_wraps').where({ master }).delete();
    },

    /** The secret key that opens them is lost. */
    async removeAll(): Promise<void> {
      await db('data_keys').delete();
    },

    /** Every process reads its keys anew. */
    async tell(): Promise<void> {
      await db.raw("select pg_notify('data_keys', '')");
    },
  };
}

/** On the line of a process that lives as long as the process: what that process has. Lines that are gone go. */
export const TELL_HELD = `
  with gone as (
    delete from key_holders h where h.pid <> pg_backend_pid() and not exists (
      select from pg_stat_activity a where a.pid = h.pid and a.backend_start = h.backend_start)
  )
  insert into key_holders (pid, backend_start, host, masters, newest_key, current_key)
  select a.pid, a.backend_start, $1, $2, $3, $4 from pg_stat_activity a where a.pid = pg_backend_pid()
  on conflict (pid) do update set backend_start = excluded.backend_start, host = excluded.host,
    masters = excluded.masters, newest_key = excluded.newest_key, current_key = excluded.current_key, told_at = now()`;
