import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table publish_attempts
      -- Of the text that was sent: what is looked for, whatever became of the post's text since.
      add column text_mark text,
      -- Sent, and nobody has seen that it is not out.
      add column may_be_out boolean not null default false,
      -- Since when clean looks do not find it; null as long as none has looked.
      add column absent_since timestamptz,
      -- Facebook called a repeat a duplicate of something: from then on, not to be found proves nothing.
      add column said_duplicate boolean not null default false;
    -- Until now one refused look by id could end an attempt. What has not gone out since is looked for before it is sent again.
    update publish_attempts a set may_be_out = true from posts p where p.id = a.post_id and a.sent_at is not null and p.status <> 'published';
    update publish_attempts set absent_since = now() where ended_at is null and clean_absences > 0;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(
    'alter table publish_attempts drop column said_duplicate, drop column absent_since, drop column may_be_out, drop column text_mark',
  );
}
