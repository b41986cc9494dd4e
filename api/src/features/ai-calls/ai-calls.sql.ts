import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';

/** SQL of each. */
interface BeginningCall {
  readonly model: string;
  readonly prompt: string;
  readonly reservedMicros: string;
  readonly promptId: string;
  readonly promptVersion: string;
}

/** Writes down the calls that automation is about to make, one for each row of `from` (user_id, environment). */
export const beginAutomaticCalls = (from: string, call: BeginningCall) =>
  `insert into ai_calls (user_id, environment, purpose, model, prompt, reserved_micros, prompt_id, prompt_version)
      select user_id, environment, 'automation', ${call.model}, ${call.prompt},
        ${call.reservedMicros}, ${call.promptId}, ${call.promptVersion} from ${from} returning id`;

/** With the account. */
export function removingCallsOf(db: Knex, owner: Owner): Knex.QueryBuilder {
  return ownedBy(db, 'ai_calls', owner).delete();
}
