import type { Knex } from 'knex';
import { GONE_NAME } from './gone-person.ts';

/** Lines about somebody end with their id in brackets. */
const FORGET_SUBJECT = `
  update audit_log set subject = :subject,
    before = before || jsonb_strip_nulls(jsonb_build_object('name',
      case when jsonb_exists(before, 'name') then :name::text end, 'facebookId',
      case when jsonb_exists(before, 'facebookId') then :goneId::text end)),
    after = after || jsonb_strip_nulls(jsonb_build_object('name',
      case when jsonb_exists(after, 'name') then :name::text end, 'facebookId',
      case when jsonb_exists(after, 'facebookId') then :goneId::text end))
  where subject like :about returning id`;

/** With its salt goes what proved a name, and what anybody could try names with. */
const FORGET_SALTS = 'update audit_seals set salts = salts - ?::text[] where audit_id = any(?::bigint[])';

/**
 * Takes the name and the Facebook ID of somebody out of the record of what administrators did.
 * @param goneId stands for the id from now on
 * @returns whether they had impersonated anybody
 */
export async function forgetInAuditLog(trx: Knex.Transaction, facebookId: string, goneId: string): Promise<boolean> {
  await trx.raw("select set_config('pagecast.forgets_person', 'yes', true)");
  const acted = await trx('audit_log')
    .where({ actor_facebook_id: facebookId })
    .update({ actor_facebook_id: goneId, actor_name: GONE_NAME, ip_address: null })
    .returning<{ id: number; impersonated_facebook_id: string | null }[]>(['id', 'impersonated_facebook_id']);
  const impersonated = await trx('audit_log')
    .where({ impersonated_facebook_id: facebookId })
    .update({ impersonated_facebook_id: goneId, impersonated_name: GONE_NAME })
    .returning<{ id: number }[]>('id');
  const { rows: named } = await trx.raw<{ rows: { id: number }[] }>(FORGET_SUBJECT, {
    subject: `${GONE_NAME} (${goneId})`,
    name: GONE_NAME,
    goneId,
    about: `%(${facebookId})`,
  });
  const forget = (names: string[], lines: readonly { readonly id: number }[]) =>
    trx.raw(FORGET_SALTS, [names, lines.map(({ id }) => id)]);
  await forget(['actorFacebookId', 'actorName', 'ipAddress'], acted);
  await forget(['impersonatedFacebookId', 'impersonatedName'], impersonated);
  await forget(['subject', 'before.name', 'before.facebookId', 'after.name', 'after.facebookId'], named);
  return acted.some(({ impersonated_facebook_id: other }) => other !== null);
}
