import { PROBLEM_ACTION } from '@pagecast/api/contract';
import { ApiError, reasonOf, statusOf } from '../runtime/api-error.ts';
import type { Toast } from '../runtime/host.tsx';

/** Without an answer nobody knows how far the call came; the same draft again carries the same key. */
const PRESS_AGAIN =
  " We didn't hear back, so we can't tell whether your post was published. Press the button again to check. " +
  "It won't be posted twice.";

/** Why a post was not published or scheduled, and what to do where nobody knows whether it was. */
export function describeFailedSending(error: unknown, fallback: string): string {
  return `${reasonOf(error, fallback)}${statusOf(error) === 0 ? PRESS_AGAIN : ''}`;
}

/**
 * Told in place of a try that cannot be made; null while there is a connection, as far as the browser knows.
 * @param button whose press it was
 */
export function describeOffline(button: string): Toast | null {
  if (navigator.onLine) return null;
  return {
    tone: 'destructive',
    title: "You're Offline",
    description: `Nothing was sent, and your post is kept here. Press ${button} again when you're back online.`,
  };
}

/**
 * The post that a failed try left behind, or null. A lost race (409) leaves none: that post is on its way, or out. One
 * of which nobody knows whether it is out stays: the next press must not make a second one, and the server says where
 * that is decided.
 */
export function keptPostId(error: unknown): number | null {
  if (!(error instanceof ApiError) || (error.status === 409 && !isInDoubt(error.body?.['problem']))) return null;
  const id = error.body?.['postId'];
  return typeof id === 'number' ? id : null;
}

function isInDoubt(problem: unknown): boolean {
  return (
    typeof problem === 'object' && problem !== null && 'action' in problem && problem.action === PROBLEM_ACTION.resolve
  );
}
