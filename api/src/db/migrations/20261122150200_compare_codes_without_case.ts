import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Codes are compared without case. Of those that differ by case alone the one stays that lets people in, or else the newest; the others
    -- are switched off under another name, and an administrator can see what became of them.
    update invitation_codes set code = code || ' #' || id, is_active = false
    from (
      select id as twin_id, row_number() over (
        partition by lower(code)
        order by is_active and (expires_at is null or expires_at > now()) and (max_uses is null or current_uses < max_uses) desc, created_at desc, id desc
      ) as place from invitation_codes
    ) twins
    where id = twin_id and place > 1;
    create unique index invitation_codes_any_case on invitation_codes (lower(code));
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index invitation_codes_any_case');
}
