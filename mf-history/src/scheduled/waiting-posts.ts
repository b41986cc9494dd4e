import { type Post, PROBLEM_ACTION, type ProblemCode } from '@pagecast/api/contract';

/** Why a post waits for its owner, in the server's words where it has some. */
export function causeOf(post: Pick<Post, 'status' | 'problem'>): string {
  if (post.problem !== null) return post.problem.message;
  return post.status === 'missed' ? "We couldn't publish it within an hour of its time." : "We couldn't publish it.";
}

/** Tried again and again while nothing of it was visible: that can still be changed. */
const UNSEEN_SO_FAR = new Set<string>(['retrying', 'uploading'] satisfies ProblemCode[]);

/** On its way out, so that it can neither be changed nor taken back. The server has the last word. */
export function isFixed({ status, problem }: Pick<Post, 'status' | 'problem'>): boolean {
  return (
    problem?.action === PROBLEM_ACTION.resolve || (status === 'publishing' && !UNSEEN_SO_FAR.has(problem?.code ?? ''))
  );
}

/** More than this after its time a post is late, as the history will say. */
const LATE_MS = 60_000;

/** It should be out by now, and is not. */
export function isOverdue({ scheduledAt }: Pick<Post, 'scheduledAt'>, now: Date): boolean {
  return scheduledAt !== null && now.getTime() - new Date(scheduledAt).getTime() > LATE_MS;
}
