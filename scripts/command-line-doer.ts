import type { Environment } from '../api/src/contract/common.ts';
import { COMMAND_LINE, type Doer } from '../api/src/features/audit/audit.repository.ts';
import type { Database } from './postgres/with-database.ts';

/** Who does what a command does, for the audit log: in the environment that is shown. */
export async function commandLineDoer(db: Database): Promise<Doer> {
  const environment = (await db<{ mode: Environment }>('api_config').first('mode'))?.mode ?? 'development';
  return { actor: COMMAND_LINE, inPlaceOf: null, environment, ip: null };
}
