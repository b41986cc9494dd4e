import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import type { LatestFigures } from '../observing/latest-figures.ts';
import { howItIs, type HowItIs } from './how-it-is.ts';
import { STATUS_PATH, STATUS_STYLES, STATUS_STYLES_PATH, statusPage } from './status-page.ts';

/** However many look, it is found out once in this time. */
const FRESH_MS = 5000;
const FILES_WITHIN_MS = 1500;

interface Deps {
  readonly figures: Pick<LatestFigures, 'find'>;
  /** What keeps files from being had; null where they can be had. */
  storeTrouble(): Promise<unknown>;
}

interface Shown {
  readonly how: HowItIs;
  readonly at: Date;
  /** A reading of `performance.now()`. */
  readonly readAt: number;
}

/** For people, whether or not they may come in, and while the database is away as well: no session is looked for. */
export function statusPageRoutes({ figures, storeTrouble }: Deps): Router {
  const router = new Router();
  let shown: Shown | null = null;
  let finding: Promise<Shown> | null = null;

  async function find(): Promise<Shown> {
    const readAt = performance.now();
    const { latest, isAnswered } = await figures.find();
    // Where files lie is in the database too.
    const areFilesThere = isAnswered ? await whetherFilesAreThere() : null;
    const at = new Date();
    const how = howItIs({ figures: latest?.figures ?? null, doesDatabaseAnswer: isAnswered, areFilesThere, now: at });
    const found = { how, at, readAt };
    shown = found;
    return found;
  }

  function whetherFilesAreThere(): Promise<boolean | null> {
    return Promise.race([
      storeTrouble().then(
        (trouble) => trouble === null,
        () => null,
      ),
      sleep(FILES_WITHIN_MS, null, { ref: false }),
    ]);
  }

  async function current(): Promise<Shown> {
    if (shown !== null && performance.now() - shown.readAt < FRESH_MS) return shown;
    finding ??= find().finally(() => {
      finding = null;
    });
    return finding;
  }

  router.get(STATUS_PATH, async (ctx) => {
    const { how, at } = await current();
    ctx.status = how.isDown ? 503 : 200;
    if (how.isDown) ctx.set('retry-after', '30');
    ctx.type = 'text/html; charset=utf-8';
    ctx.set({ 'cache-control': 'public, max-age=5', 'x-robots-tag': 'noindex' });
    ctx.body = statusPage(how, at);
  });

  router.get(STATUS_STYLES_PATH, (ctx) => {
    ctx.type = 'text/css';
    ctx.set('cache-control', 'public, max-age=3600');
    ctx.body = STATUS_STYLES;
  });

  return router;
}
