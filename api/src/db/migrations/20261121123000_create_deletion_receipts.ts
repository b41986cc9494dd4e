import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- What is kept of a deletion: that it was asked for and done. Nothing here names anybody once it is done.
    create table deletion_receipts (
      code text primary key,
      -- The signature of Facebook's request, hashed: the same request again is the same deletion.
      request_hash bytea constraint deletion_receipts_request_unique unique,
      requested_at timestamptz not null default now(),
      finished_at timestamptz
    );
    create index deletion_receipts_open_index on deletion_receipts (requested_at) where finished_at is null;

    -- The accounts that are still to be deleted.
    create table deletion_receipt_accounts (
      code text not null references deletion_receipts on delete cascade,
      user_id bigint not null references users on delete cascade,
      primary key (code, user_id)
    );
    create index deletion_receipt_accounts_user_index on deletion_receipt_accounts (user_id);
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table deletion_receipt_accounts, deletion_receipts');
}
