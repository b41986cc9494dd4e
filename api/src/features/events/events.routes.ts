import Router from '@koa/router';
import { EVENTS_AFTER, EVENTS_PATH } from '../../contract/status.ts';
import { UnauthorizedError } from '../../http/errors.ts';
import { answerEvents } from '../../http/server-sent-events.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import type { LiveEvents } from './live-events.ts';

/** The one answer that never ends; so it is no call of the contract. */
export function eventsRoutes({ events }: { events: LiveEvents }): Router {
  const router = new Router();

  router.get(EVENTS_PATH, (ctx) => {
    const session = (ctx.state as { [SESSION_STATE]?: Session | null })[SESSION_STATE] ?? null;
    if (session === null) throw new UnauthorizedError('Please log in.');
    answerEvents(ctx);
    if (ctx.method === 'HEAD') return;
    const after = ctx.query[EVENTS_AFTER];
    ctx.body = events.open(session, ctx.get('last-event-id') || (typeof after === 'string' ? after : null));
  });

  return router;
}
