import { openDatabase } from './database.ts';

/**
 * Connections for what the clock starts: it never waits for a person's searches, and what brings posts out waits for
 * nothing else of it. And for what asks for a second one while it has one: of one pool, those who have the first would
 * wait for each other.
 */
export function openPools(databaseUrl: string) {
  const loopDb = openDatabase(databaseUrl, 'loop');
  const automationDb = openDatabase(databaseUrl, 'loop', { connections: 3 });
  const tellingDb = openDatabase(databaseUrl, 'loop', { connections: 3 });
  const sweepsDb = openDatabase(databaseUrl, 'exports', { connections: 2 });
  const bringingDb = openDatabase(databaseUrl, 'requests', { connections: 8 });
  const movingDb = openDatabase(databaseUrl, 'requests', { connections: 4 });
  return {
    loopDb,
    automationDb,
    /** For what is told outside of the app. */
    tellingDb,
    sweepsDb,
    /** Keep areas to one release at a time while its files come, for which moves and calls are made meanwhile. */
    bringingDb,
    /** For moves of areas: what has to be there before one is done comes over the connections of requests. */
    movingDb,
    /** Gives the connections back, when nobody asks for anything any more. */
    async close(): Promise<void> {
      const pools = [loopDb, automationDb, tellingDb, sweepsDb, bringingDb, movingDb];
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}
