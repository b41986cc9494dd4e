import { expect } from 'vitest';
import type { Knex } from 'knex';

const GATE = 4711;

/**
 * What the database does just before a row of the table changes, until it is as always again. It happens in every
 * process and module alike, which no replaced function does where files share what they import.
 */
export function beforeUpdate(db: Knex, table: string) {
  async function happen(statement: string): Promise<void> {
    await db.raw(`
      create or replace function before_update() returns trigger language plpgsql as
        $$ begin ${statement}; return new; end $$;
      create trigger before_update before update on ${table} for each row execute function before_update()`);
  }

  return {
    /** @param code SQLSTATE; of what nobody has thought of where it is left out */
    failWhen: (condition: string, message: string, code = 'P0001') =>
      happen(`if ${condition} then raise exception '${message}' using errcode = '${code}'; end if`),
    fail: (message: string) => happen(`raise exception '${message}'`),

    /** Statements wait until the gate is opened, all or those that meet the condition; `reached` once one does. */
    async gate(condition = 'true'): Promise<{ reached(): Promise<void>; open(): Promise<void> }> {
      await happen(`if ${condition} then perform pg_advisory_xact_lock_shared(${GATE}); end if`);
      const keeper = await db.transaction();
      await keeper.raw('select pg_advisory_xact_lock(?)', [GATE]);
      const waiting = () => db('pg_locks').where({ locktype: 'advisory', objid: GATE, granted: false });
      return {
        reached: () => expect.poll(async () => (await waiting()).length).toBe(1),
        open: async () => {
          if (!keeper.isCompleted()) await keeper.commit();
        },
      };
    },

    async asAlways(): Promise<void> {
      await db.raw(`drop trigger before_update on ${table}`);
    },
  };
}

/** Whoever waits at the gate dies there, as with their process: nobody hears of it but the database. */
export const endWhoWaits = (db: Knex) =>
  db.raw(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.objid = ? and not l.granted and a.datname = current_database()`,
    [GATE],
  );
