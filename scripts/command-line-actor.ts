import type { Environment } from '../api/src/contract/common.ts';
import { COMMAND_LINE, type Actor } from '../api/src/features/audit/audit.repository.ts';
import type { Database } from './postgres/with-database.ts';

/** Who does what a command does, for the audit log: in the environment that is shown. */
export async function commandLineActor(db: Database): Promise<Actor> {
  const environment = (await db<{ mode: Environment }>('api_config').first('mode'))?.mode ?? 'development';
  return { person: COMMAND_LINE, impersonated: null, environment, ip: null };
}
