import { PROBLEM_ACTION } from '../../contract/pages.ts';
import type { PostId } from '../../contract/ids.ts';
import type { StoredUpload } from '../../contract/problems.ts';
import type { SentSoFar } from '../../networks/target.ts';
import type { Post } from '../posts/post.ts';
import type { Place } from '../../problems/problem.ts';
import type { ProblemOf } from '../../problems/problem.ts';
import { SPACING_MINUTES } from '../../contract/spacing.ts';

/** The answer was lost, or said nothing. */
export function confirming(target: Post['target']): ProblemOf<'confirming'> {
  return { code: 'confirming', action: PROBLEM_ACTION.resolve, params: { target } };
}

/** A poll was refused, or cannot be believed. */
export function mayBeOut(place: Place): ProblemOf<'may_be_out'> {
  return { code: 'may_be_out', action: PROBLEM_ACTION.resolve, params: { ...place, look: 'refused' } };
}

/** Polls that come to nothing, time after time. */
export function pollsUnanswered(place: Place): ProblemOf<'may_be_out'> {
  return { code: 'may_be_out', action: PROBLEM_ACTION.resolve, params: { ...place, look: 'unanswered' } };
}

export function cannotPoll(place: Place): ProblemOf<'cannot_look'> {
  return { code: 'cannot_look', action: PROBLEM_ACTION.resolve, params: { ...place } };
}

export function vanished(place: Place): ProblemOf<'vanished'> {
  return { code: 'vanished', action: PROBLEM_ACTION.publishNow, params: { ...place } };
}

export function retrying(target: Post['target']): ProblemOf<'retrying'> {
  return { code: 'retrying', action: null, params: { target } };
}

export function processing(target: Post['target']): ProblemOf<'processing'> {
  return { code: 'processing', action: null, params: { target } };
}

/** No calls are made there for a while. */
export function coolingDown(target: string): ProblemOf<'rate_limited'> {
  return { code: 'rate_limited', action: null, params: { target, page: null, stage: 'waiting', until: null } };
}

export const WAITS_ITS_TURN: ProblemOf<'queued'> = {
  code: 'queued',
  action: PROBLEM_ACTION.publishNow,
  params: { spacingMinutes: SPACING_MINUTES },
};

/** While the files of a post are on their way to Facebook. */
export function uploading({ sent, total }: SentSoFar): ProblemOf<'uploading'> {
  return { code: 'uploading', action: null, params: { sentBytes: sent, totalBytes: total } };
}

/** The files of a planned post are there before its time. */
export const UPLOADED_AHEAD: StoredUpload = { code: 'uploaded', params: {} };

export const POLLING_BACK: ProblemOf<'looking_back'> = {
  code: 'looking_back',
  action: null,
  params: { because: 'gap' },
};

export const POLLING_FOR_EARLIER: ProblemOf<'looking_back'> = {
  code: 'looking_back',
  action: null,
  params: { because: 'earlier_try' },
};

export const CRASHED: ProblemOf<'crashed'> = { code: 'crashed', action: PROBLEM_ACTION.publishNow, params: {} };
export const CRASHED_POLLING: ProblemOf<'crashed'> = { code: 'crashed', action: PROBLEM_ACTION.resolve, params: {} };

export function unreachable(target: Post['target']): ProblemOf<'unreachable'> {
  return { code: 'unreachable', action: PROBLEM_ACTION.publishNow, params: { target } };
}

const missed = (because: 'time' | 'turn'): ProblemOf<'missed'> => ({
  code: 'missed',
  action: PROBLEM_ACTION.publishNow,
  params: { because, spacingMinutes: SPACING_MINUTES },
});
export const MISSED = missed('time');
export const MISSED_TURN = missed('turn');
export const MISSED_BEHIND_DOUBT: ProblemOf<'missed_behind_doubt'> = {
  code: 'missed_behind_doubt',
  action: PROBLEM_ACTION.publishNow,
  params: {},
};

export const NO_ACCESS: ProblemOf<'no_access'> = { code: 'no_access', action: null, params: {} };

export const SET_ASIDE: ProblemOf<'set_aside'> = { code: 'set_aside', action: PROBLEM_ACTION.edit, params: {} };
/** The visible call was made, and looking for what became of it ended a process too. */
export const SET_ASIDE_IN_DOUBT: ProblemOf<'set_aside'> = {
  code: 'set_aside',
  action: PROBLEM_ACTION.resolve,
  params: {},
};

export function setAsideForAdministrators(postId: PostId): ProblemOf<'post_set_aside'> {
  return { code: 'post_set_aside', action: null, params: { postId } };
}
