import type { Knex } from 'knex';

/** The log is read by person and by kind, and searched, at any length; a line more is written now and then. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index audit_log_acts on audit_log (at desc, id desc) where action <> 'remotes.report-remote-load';
    create index audit_log_by_kind on audit_log (split_part(action, '.', 1), at desc, id desc)
      where action <> 'remotes.report-remote-load';
    create index audit_log_by_actor on audit_log (actor_facebook_id, id desc);
    create index audit_log_by_impersonated on audit_log (impersonated_facebook_id, id desc)
      where impersonated_facebook_id is not null;
    create index audit_log_words on audit_log using gin ((actor_facebook_id || e'\\n' || actor_name || e'\\n'
      || coalesce(impersonated_facebook_id, '') || e'\\n' || coalesce(impersonated_name, '') || e'\\n' || action
      || e'\\n' || left(subject, 200)) gin_trgm_ops);`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index audit_log_words, audit_log_by_impersonated, audit_log_by_actor, audit_log_by_kind, audit_log_acts;`);
}
