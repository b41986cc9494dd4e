import type { Knex } from 'knex';
import { GONE_NAME } from '../audit/gone-person.ts';

/** Lines about somebody end with their id in brackets. $1: what stands there instead, $2: name, $3: id, $4: what lines about them end with. */
const FORGET_SUBJECT = `
  update audit_log set subject = :subject,
    before = before || jsonb_strip_nulls(jsonb_build_object('name', case when jsonb_exists(before, 'name') then :name::text end, 'facebookId', case when jsonb_exists(before, 'facebookId') then :goneId::text end)),
    after = after || jsonb_strip_nulls(jsonb_build_object('name', case when jsonb_exists(after, 'name') then :name::text end, 'facebookId', case when jsonb_exists(after, 'facebookId') then :goneId::text end))
  where subject like :about`;

/**
 * Takes the name and the Facebook ID of somebody out of what outlives their account: the record of what administrators did, their
 * entry in the access list, and the stories of other people's posts. In the transaction that deletes their last account.
 * @param goneId stands for the id from now on
 */
export async function forgetPerson(trx: Knex.Transaction, facebookId: string, goneId: string): Promise<void> {
  await trx.raw("select set_config('pagecast.forgets_person', 'yes', true)");
  const acted = await trx('audit_log')
    .where({ actor_facebook_id: facebookId })
    .update({ actor_facebook_id: goneId, actor_name: GONE_NAME, ip_address: null })
    .returning<{ impersonated_facebook_id: string | null }[]>('impersonated_facebook_id');
  await trx('audit_log')
    .where({ impersonated_facebook_id: facebookId })
    .update({ impersonated_facebook_id: goneId, impersonated_name: GONE_NAME });
  await trx.raw(FORGET_SUBJECT, {
    subject: `${GONE_NAME} (${goneId})`,
    name: GONE_NAME,
    goneId,
    about: `%(${facebookId})`,
  });

  if (acted.some(({ impersonated_facebook_id: other }) => other !== null)) {
    await trx('post_events')
      .where({ actor_facebook_id: facebookId })
      .update({ actor_facebook_id: goneId, actor_name: GONE_NAME });
  }
  const isListed = (await trx('access_entries').where({ facebook_id: facebookId }).first('id')) !== undefined;
  // The later decision is the one that counts.
  if (isListed) await trx('access_entries').where({ facebook_id: goneId }).delete();
  await trx('access_entries').where({ facebook_id: facebookId }).update({ facebook_id: goneId, name: GONE_NAME });
}
