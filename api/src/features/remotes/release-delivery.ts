import type { RequestListener } from 'node:http';
import Koa from 'koa';
import { pino } from 'pino';
import { operatorsAlone } from '../../http/operators.ts';
import { SESSION_STATE } from '../../http/session.ts';
import { remotesRoutes } from './remotes.routes.ts';
import type { RemotesRepository } from './remotes.repository.ts';

/**
 * The files of releases as the product delivers them, to somebody who may see all: for a check where the product does
 * not run.
 */
export function releaseDelivery(deps: { remotes: RemotesRepository; releasesDir: string }): RequestListener {
  const app = new Koa();
  // Who asks sees what fails; Koa would print that a connection was closed.
  app.on('error', () => {});
  app.use(operatorsAlone);
  app.use((ctx, next) => {
    ctx.state[SESSION_STATE] = { isAdmin: true };
    return next();
  });
  app.use(remotesRoutes({ ...deps, log: pino({ level: 'silent' }) }).routes());
  return app.callback();
}
