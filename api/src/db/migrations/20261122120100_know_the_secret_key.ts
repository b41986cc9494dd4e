import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- One row: by what the key that seals secrets is known again. The key itself is never here.
    create table secret_key (
      id boolean primary key default true constraint secret_key_single check (id),
      fingerprint text not null,
      noted_at timestamptz not null default now()
    );

    -- What administrators have to know of the house itself.
    alter table notifications drop constraint notifications_kind_check,
      add constraint notifications_kind_check check (kind in ('failed', 'missed', 'page', 'automation', 'system'));
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    delete from notifications where kind = 'system';
    alter table notifications drop constraint notifications_kind_check,
      add constraint notifications_kind_check check (kind in ('failed', 'missed', 'page', 'automation'));
    drop table secret_key;
  `);
}
