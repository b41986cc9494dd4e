import type { Knex } from 'knex';

export const kind = 'expand';

/** What came back of mails, and how often nearly. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table mails
      -- Where it was handed over to: what comes back is about this address, whatever the person has by then.
      add column sent_to text,
      add column bounced_at timestamptz;
    alter table mail_settings
      -- Mails that came back in a row for a reason that may pass, such as a full mailbox.
      add column returns smallint not null default 0,
      add column returned_address text,
      add column returned_at timestamptz;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    alter table mails drop column sent_to, drop column bounced_at;
    alter table mail_settings drop column returns, drop column returned_address, drop column returned_at;
  `);
}
