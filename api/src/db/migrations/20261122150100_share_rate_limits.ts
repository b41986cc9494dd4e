import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Calls of one address in this minute, as the library for limits wants to have them. After a crash of the database counting begins anew.
    create unlogged table rate_limits (
      key text primary key,
      points integer not null default 0,
      -- Milliseconds since 1970.
      expire bigint
    )`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table rate_limits');
}
