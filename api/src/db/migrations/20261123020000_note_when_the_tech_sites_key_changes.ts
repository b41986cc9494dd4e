import type { Knex } from 'knex';

/** What was refused for the key before need not be refused for this one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_config add column fiztech_api_key_at timestamptz;

    create function note_key_change() returns trigger language plpgsql as $$
    begin
      new.fiztech_api_key_at := now();
      return new;
    end $$;
    create trigger api_config_key_changed before update on api_config for each row
      when (old.fiztech_api_key is distinct from new.fiztech_api_key) execute function note_key_change();`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger api_config_key_changed on api_config;
    drop function note_key_change();
    alter table api_config drop column fiztech_api_key_at;`);
}
