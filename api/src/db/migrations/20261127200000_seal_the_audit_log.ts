import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * Each line of the audit log gets a seal: a hash over what it says and the hash of the line before it. A trigger makes
 * the place for it, so that lines of processes of the release before are sealed too.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Refers to no line: it says of one that is gone that it was there.
    create table audit_seals (
      audit_id bigint primary key,
      -- In the chain; null until it is sealed.
      position bigint unique,
      previous text,
      hash text,
      sealed_at timestamptz,
      -- Of what a deleted account takes out of a line, by name: the hash, and the salt that goes with what it proves.
      commitments jsonb,
      salts jsonb,
      constraint audit_seals_whole check (num_nulls(position, previous, hash, sealed_at, commitments, salts) in (0, 6))
    );
    create index audit_seals_open on audit_seals (audit_id) where position is null;

    create function open_audit_seal() returns trigger language plpgsql as $$
    begin
      -- Whatever stands there already: who changes something is not kept from it by a seal.
      insert into audit_seals (audit_id) values (new.id) on conflict do nothing;
      return null;
    end $$;
    create trigger audit_log_seals after insert on audit_log for each row execute function open_audit_seal();
    insert into audit_seals (audit_id) select id from audit_log on conflict do nothing;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop trigger audit_log_seals on audit_log;
    drop function open_audit_seal;
    drop table audit_seals;
  `);
}
