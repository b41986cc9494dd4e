import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import type { Hold, Holds } from '../jobs/holds.ts';
import type { SchemaWatch } from '../db/schema-watch.ts';
import type { Metrics } from './metrics.ts';
import { assertOperator } from './operators.ts';

const TICK_AGE_LIMIT_MS = 30_000;
/** Who asks whether we are ready does not wait as long as a person does. */
const DATABASE_WITHIN_MS = 2500;
const FILES_WITHIN_MS = 2500;
const NO_ANSWER = 'The database does not answer';

export interface Health {
  /** This process is ending: it takes no new work. */
  isStopping(): boolean;
  /** Milliseconds since the loop last ticked; null when this process runs none. */
  sinceTick(): number | null;
  readonly loop: 'on' | 'within' | 'off' | 'only';
  /** Where the loop has a process of its own: how that is, and why it does not run, in a sentence. */
  readonly loopProcess: { state(): string; whyDown(): string | null } | null;
  /** Prometheus text of all that this process answers for. */
  metricsText(): Promise<string>;
  /** What keeps files from being had, in a sentence; everything else works meanwhile. */
  storeTrouble(): Promise<{ readonly sentence: string } | null>;
}

interface Deps {
  readonly schema: SchemaWatch;
  readonly holds: Pick<Holds, 'find'>;
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly health: Health;
}

export function healthRoutes({ schema, holds, metrics, health }: Deps): Router {
  const router = new Router();

  router.get('/healthz', (ctx) => {
    const { loopProcess } = health;
    ctx.body = { status: 'alive', ...(loopProcess !== null && { loop: loopProcess.state() }) };
  });

  router.get('/readyz', async (ctx) => {
    const reason = await whyNotReady();
    ctx.status = reason === null ? 200 : 503;
    if (reason !== null) ctx.set('retry-after', '5');
    if (reason !== null) {
      ctx.body = { message: reason, code: 'not_ready' };
      return;
    }
    const [held, trouble] = [(await whyHeld()).map(({ sentence }) => sentence), await whyNoFiles()];
    const whyDown = health.loopProcess?.whyDown() ?? null;
    const sentences = [...held, whyDown, trouble].filter((sentence) => sentence !== null);
    ctx.body = {
      status: 'ready',
      ...(held.length > 0 && { loop: 'held' }),
      ...(whyDown !== null && { loop: 'down' }),
      ...(trouble !== null && { files: 'away' }),
      ...(sentences.length > 0 && { message: sentences.join(' ') }),
    };
  });

  router.get('/metrics', async (ctx) => {
    assertOperator(ctx);
    ctx.type = metrics.registry.contentType;
    ctx.body = await health.metricsText();
  });

  /** Who lacks files alone is ready: other hosts lack the same, and texts go out. */
  async function whyNoFiles(): Promise<string | null> {
    const trouble = await Promise.race([
      health.storeTrouble().catch(() => ({ sentence: NO_ANSWER })),
      sleep(FILES_WITHIN_MS, { sentence: 'The file storage does not answer' }, { ref: false }),
    ]);
    return trouble?.sentence ?? null;
  }

  /** Where it is not known, it is not said: what is watched lies in the database, which has just been asked. */
  async function whyHeld(): Promise<readonly Hold[]> {
    return health.loop === 'off' ? [] : holds.find().catch(() => []);
  }

  async function whyNotReady(): Promise<string | null> {
    if (health.isStopping()) return 'Stopping';
    const unfit = await Promise.race([
      unfitOrHeld().catch(() => NO_ANSWER),
      sleep(DATABASE_WITHIN_MS, NO_ANSWER, { ref: false }),
    ]);
    if (unfit !== null) return unfit;
    if (health.loop !== 'off' && (health.sinceTick() ?? Infinity) > TICK_AGE_LIMIT_MS)
      return health.loopProcess?.whyDown() ?? 'The loop has not ticked';
    return null;
  }

  /** Why nobody is to be sent here; a process that does nothing but publish has nobody else. */
  async function unfitOrHeld(): Promise<string | null> {
    const [unfit, held] = await Promise.all([schema.whyUnfit(0), holds.find()]);
    return unfit ?? held.find(({ isForPeople }) => isForPeople || health.loop === 'only')?.sentence ?? null;
  }

  return router;
}
