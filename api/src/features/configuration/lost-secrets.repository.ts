import type { Knex } from 'knex';

/**
 * Takes out what nobody can open any more. Of an app the id and description stay, for whoever types the secret in
 * again.
 */
export async function loseConfiguredSecrets(
  trx: Knex.Transaction,
  lost: { readonly apps: readonly number[]; readonly keys: readonly ('openai_api_key' | 'fiztech_api_key')[] },
): Promise<void> {
  await trx('facebook_apps').whereIn('id', lost.apps).update({ app_secret: '', is_active: false });
  for (const column of lost.keys) await trx('api_config').update({ [column]: null });
}
