import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import type { Knex } from 'knex';
import { isMigrated } from '../db/migrate.ts';
import type { Metrics } from './metrics.ts';
import { assertOperator } from './operators.ts';

const TICK_AGE_LIMIT_MS = 30_000;
/** Who asks whether we are ready does not wait as long as a person does. */
const DATABASE_WITHIN_MS = 2500;

export interface Health {
  /** This process is ending: it takes no new work. */
  isStopping(): boolean;
  /** Milliseconds since the loop last ticked; null when this process runs none. */
  sinceTick(): number | null;
  readonly runsLoop: boolean;
}

export function healthRoutes({ db, metrics, health }: { db: Knex; metrics: Metrics; health: Health }): Router {
  const router = new Router();

  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'alive' };
  });

  router.get('/readyz', async (ctx) => {
    const reason = await whyNotReady();
    ctx.status = reason === null ? 200 : 503;
    if (reason !== null) ctx.set('retry-after', '5');
    ctx.body = reason === null ? { status: 'ready' } : { message: reason, code: 'not_ready' };
  });

  router.get('/metrics', async (ctx) => {
    assertOperator(ctx);
    ctx.type = metrics.registry.contentType;
    ctx.body = await metrics.registry.metrics();
  });

  async function whyNotReady(): Promise<string | null> {
    if (health.isStopping()) return 'Stopping';
    const migrated = await Promise.race([
      isMigrated(db).catch(() => null),
      sleep(DATABASE_WITHIN_MS, null, { ref: false }),
    ]);
    if (migrated === null) return 'The database does not answer';
    if (!migrated) return 'The database is not migrated to this version';
    if (health.runsLoop && (health.sinceTick() ?? Infinity) > TICK_AGE_LIMIT_MS) return 'The loop has not ticked';
    return null;
  }

  return router;
}
