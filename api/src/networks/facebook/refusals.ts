import { GraphError } from '../../facebook/graph-errors.ts';
import { needsReconnect } from '../../features/pages/page-problems.ts';
import type { Failure } from '../failure.ts';
import type { Refusal } from '../refusal.ts';

const DEFAULT_PAUSE_MINUTES = 60;
const BLOCK_PAUSE_MINUTES = 6 * 60;

/** @param pageName as its owner knows it */
export function refusalOf(error: Failure, pageName: string): Refusal {
  if (!(error instanceof GraphError)) throw new Error('A lost answer is no refusal');
  const refusal = refusalFor(error, pageName);
  const { code, subcode, fbtraceId } = error.details;
  return { ...refusal, problem: { ...refusal.problem, facebook: { code, subcode, traceId: fbtraceId } } };
}

function refusalFor(error: GraphError, pageName: string): Refusal {
  const said = error.details.userMessage;
  switch (error.kind) {
    case 'auth':
      return { kind: 'hold', problem: needsReconnect(pageName) };
    case 'permission':
      return {
        kind: 'hold',
        problem: {
          code: 'no_permission',
          message:
            said ??
            `Facebook does not let this account post on ${pageName}. Ask an admin of the page for the right to create content, then reconnect it.`,
          action: 'reconnect',
        },
      };
    case 'rate-limited': {
      const minutes = error.details.regainMinutes ?? DEFAULT_PAUSE_MINUTES;
      return {
        kind: 'pause',
        scope: error.scope ?? 'page',
        minutes,
        problem: {
          code: 'rate_limited',
          message: `Facebook takes no more calls for ${pageName} for about ${minutes} min. The post goes out after that if it is then less than an hour late; otherwise it waits for you.`,
          action: null,
        },
      };
    }
    case 'blocked':
      return {
        kind: 'pause',
        scope: 'page',
        minutes: BLOCK_PAUSE_MINUTES,
        problem: {
          code: 'blocked',
          message:
            said ??
            `Facebook has stopped posts on ${pageName} for now. Look for a notice on facebook.com; we try again in some hours.`,
          action: 'open_facebook',
        },
      };
    case 'duplicate':
      return {
        kind: 'fail',
        problem: {
          code: 'duplicate',
          message:
            said ??
            `Facebook refused this post because the same text is already on ${pageName}. Change the text and publish again.`,
          action: 'edit',
        },
      };
    case 'bad':
    case 'transient':
    case 'unknown':
      return {
        kind: 'fail',
        problem: { code: 'refused', message: said ?? refusedFor(error.details.code), action: 'edit' },
      };
  }
}

/** @param code 0 when Facebook named none */
function refusedFor(code: number): string {
  return code === 0
    ? 'Facebook refused this post and gave no reason that we know. Publish it again later, or change the text.'
    : `Facebook refused this post (code ${code}). Change the text and publish again.`;
}
