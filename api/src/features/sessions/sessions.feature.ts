import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import type { Job } from '../../jobs/jobs.ts';
import { sessionCookieName, sessionMiddleware } from './session-middleware.ts';
import { sessionsRepository } from './sessions.repository.ts';

/** Who is logged in, by the cookie of their browser. */
export function createSessions({ config, db, sweepsDb }: { config: Config; db: Knex; sweepsDb: Knex }) {
  const sessions = sessionsRepository(db);
  const cookieName = sessionCookieName(config.PUBLIC_URL);
  return {
    ...sessions,
    cookieName,
    middleware: sessionMiddleware({ sessions, cookieName, adminIds: config.ADMIN_FACEBOOK_IDS }),
    jobs: [
      { name: 'sweep-sessions', rule: '0 17 * * * *', run: () => sessionsRepository(sweepsDb).removeExpired() },
    ] satisfies Job[],
  };
}
export type Sessions = ReturnType<typeof createSessions>;
