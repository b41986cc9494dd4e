import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';
/**
 * Writes down the calls that automation is about to make, one for each row of `from` (user_id, environment). Each is
 * SQL.
 */
export const beginAutomaticCalls = (from: string, call: { model: string; prompt: string; reservedMicros: string }) =>
  `insert into ai_calls (user_id, environment, purpose, model, prompt, reserved_micros)
      select user_id, environment, 'automation', ${call.model}, ${call.prompt},
        ${call.reservedMicros} from ${from} returning id`;

/** With the account. */
export function removingCallsOf(db: Knex, owner: Owner): Knex.QueryBuilder {
  return ownedBy(db, 'ai_calls', owner).delete();
}
