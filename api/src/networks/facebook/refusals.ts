import { FACEBOOK } from '../../contract/networks.ts';
import { PROBLEM_ACTION } from '../../contract/pages.ts';
import { GraphError } from '../../facebook/graph-errors.ts';
import { needsReconnect } from '../../problems/page-problems.ts';
import type { Failure } from '../failure.ts';
import { inMinutes, type Refusal } from '../refusal.ts';

const DEFAULT_PAUSE_MINUTES = 60;
const BLOCK_PAUSE_MINUTES = 6 * 60;

/** @param page its name, as its owner knows it */
export function refusalOf(error: Failure, page: string, now: Date): Refusal {
  if (!(error instanceof GraphError)) throw new Error('A lost answer is no refusal');
  const { code, subcode, fbtraceId } = error.details;
  const facebook = { code, subcode, traceId: fbtraceId };
  const place = { target: FACEBOOK, page };
  const said = error.details.userMessage;
  switch (error.kind) {
    case 'auth':
      return { kind: 'hold', problem: { ...needsReconnect(page), facebook } };
    case 'permission':
      return {
        kind: 'hold',
        problem: {
          code: 'no_permission',
          action: PROBLEM_ACTION.reconnect,
          params: { page, because: 'refused', said },
          facebook,
        },
      };
    case 'rate-limited': {
      const minutes = error.details.regainMinutes ?? DEFAULT_PAUSE_MINUTES;
      const params = { ...place, stage: 'refused', until: inMinutes(minutes, now) } as const;
      return {
        kind: 'pause',
        scope: error.scope ?? 'page',
        minutes,
        problem: { code: 'rate_limited', action: null, params, facebook },
      };
    }
    case 'blocked': {
      const minutes = BLOCK_PAUSE_MINUTES;
      const params = { ...place, stage: 'refused', until: inMinutes(minutes, now), said } as const;
      return {
        kind: 'pause',
        scope: 'page',
        minutes,
        problem: { code: 'blocked', action: PROBLEM_ACTION.openFacebook, params, facebook },
      };
    }
    case 'duplicate':
      return {
        kind: 'fail',
        problem: { code: 'duplicate', action: PROBLEM_ACTION.edit, params: { ...place, said }, facebook },
      };
    case 'bad':
    case 'transient':
    case 'unknown': {
      if (error.isOfAppSecret)
        return {
          kind: 'fail',
          problem: { code: 'app_secret', action: PROBLEM_ACTION.publishNow, params: {}, facebook },
        };
      const params = { ...place, said, ...(error.flaw === undefined ? {} : { flaw: error.flaw, said: null }) };
      return { kind: 'fail', problem: { code: 'refused', action: PROBLEM_ACTION.edit, params, facebook } };
    }
  }
}
