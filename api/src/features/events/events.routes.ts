import Router from '@koa/router';
import { EVENTS_AFTER, EVENTS_PATH } from '../../contract/status.ts';
import { TooManyRequestsError, UnauthorizedError } from '../../http/errors.ts';
import { bearerSessionOf } from '../../http/bearers.ts';
import { openOfAddress } from '../../http/open-of-address.ts';
import { queryOf } from '../../http/query.ts';
import { answerEvents } from '../../http/server-sent-events.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import { needScope } from '../../http/token-input.ts';
import type { LiveEvents } from './live-events.ts';

/** Tabs of all people behind one address. */
const STREAMS_OF_AN_ADDRESS = 300;
const RETRY_SECONDS = 30;

/** The one answer that never ends; so it is no call of the contract. */
export function eventsRoutes({
  events,
  streamsOfAnAddress = STREAMS_OF_AN_ADDRESS,
}: {
  events: LiveEvents;
  streamsOfAnAddress?: number;
}): Router {
  const router = new Router();
  const places = openOfAddress(streamsOfAnAddress);

  router.get(EVENTS_PATH, (ctx) => {
    const session = bearerSessionOf(ctx) ?? (ctx.state as { [SESSION_STATE]?: Session | null })[SESSION_STATE] ?? null;
    if (session === null) throw new UnauthorizedError('Please log in.');
    if (session.token) needScope(session, 'read');
    if (ctx.method === 'HEAD') return answerEvents(ctx);
    const giveBack = places.take(ctx.state['ip'] as string);
    if (giveBack === null)
      throw new TooManyRequestsError(
        'Too many tabs are open from this address. Close some, and this one will update automatically again.',
        RETRY_SECONDS,
      );
    ctx.res.once('close', giveBack);
    answerEvents(ctx);
    const after = queryOf(ctx)[EVENTS_AFTER];
    ctx.body = events.open(session, ctx.get('last-event-id') || (typeof after === 'string' ? after : null));
  });

  return router;
}
