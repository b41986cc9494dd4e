import { openDatabase } from './database.ts';

/**
 * Connections for what the clock starts: it never waits for a person's searches, and what brings posts out waits for
 * nothing else of it.
 */
export function openPools(databaseUrl: string) {
  const loopDb = openDatabase(databaseUrl, 'loop');
  const automationDb = openDatabase(databaseUrl, 'loop', { connections: 3 });
  const tellingDb = openDatabase(databaseUrl, 'loop', { connections: 3 });
  const sweepsDb = openDatabase(databaseUrl, 'exports', { connections: 2 });
  return {
    loopDb,
    automationDb,
    /** For what is told outside of the app. */
    tellingDb,
    sweepsDb,
    /** Gives the connections back, when nobody asks for anything any more. */
    async close(): Promise<void> {
      await Promise.all([loopDb.destroy(), automationDb.destroy(), tellingDb.destroy(), sweepsDb.destroy()]);
    },
  };
}
