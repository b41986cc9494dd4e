import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { MigrationRefusedError } from '../db/migration-steps.ts';
import { migrate } from '../db/migrate.ts';

/**
 * Brings the database up to this release.
 * @returns why that cannot be as things are, such as beside processes that it would break; null when it is done
 * @throws what the database says
 */
export async function whyNotMigrated(config: Config, log: Logger): Promise<string | null> {
  return migrate(config.DATABASE_URL, { log }).then(() => null, refusalOrThrow);
}

function refusalOrThrow(error: unknown): string {
  if (error instanceof MigrationRefusedError) return error.message;
  throw error;
}
