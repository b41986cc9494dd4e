import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { World } from './world.ts';

const GATE = 4712;
const POLL_EVERY_MS = 50;

/** Where a transaction stands still: before a write of a table, or before the end of it. */
export const STANDS = {
  'before its post is made': 'before insert on posts',
  'before the post is in the story': 'before insert on post_events',
  'with the post made, before it is approved': 'before update on proposals',
  'before the approval is written down': 'before insert on proposal_events',
  'with all of it written, before it counts': 'at the end',
} as const;
export type Stand = keyof typeof STANDS;

const AT_THE_END = 'constraint trigger held_write after update on proposals deferrable initially deferred';

/** Every transaction that comes there waits, in whatever process, until it is let go. */
export async function holdWrites({ databaseUrl, table }: World, stand: Stand) {
  const keeper = new pg.Client({ connectionString: databaseUrl });
  await keeper.connect();
  await keeper.query('select pg_advisory_lock($1)', [GATE]);
  const where: string = STANDS[stand];
  await table.rows(`create or replace function held_write() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end $$`);
  await table.rows(
    `create ${where === 'at the end' ? AT_THE_END : `trigger held_write ${where}`} for each row
      execute function held_write()`,
  );
  const waiting = async () =>
    (
      await table.one<{ count: number }>(
        "select count(*)::int from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
        [GATE],
      )
    ).count;
  return {
    async reached(): Promise<void> {
      while ((await waiting()) === 0) await sleep(POLL_EVERY_MS);
    },
    /** What stands there goes on; where nobody hears of it any more, to its end or back. */
    async letGo(): Promise<void> {
      await keeper.end();
      // Waits for what has come there already.
      const on = where === 'at the end' ? 'proposals' : where.split(' ').at(-1);
      await table.rows(`drop trigger held_write on ${on}`);
    },
  };
}
