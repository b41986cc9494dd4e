import pg from 'pg';
import { lineSettings } from '../db/line.ts';
import { BackupError } from './backup-error.ts';

/** Tables are read and filled in one statement each, however large they are. */
const LIMITS = {
  connections: 1,
  acquireMs: 0,
  connectMs: 10_000,
  statementMs: 0,
  idleInTransactionMs: 0,
  silenceMs: 0,
};

/** A connection of its own, without limits of time. */
export async function dumpLine(databaseUrl: string, name: string): Promise<pg.Client> {
  const line = new pg.Client(lineSettings(databaseUrl, name, LIMITS));
  // What is under way fails, and says so.
  line.on('error', () => {});
  await line.connect().catch((error: Error) => {
    throw new BackupError(`The database at DATABASE_URL cannot be used: ${error.message}`, { cause: error });
  });
  return line;
}
