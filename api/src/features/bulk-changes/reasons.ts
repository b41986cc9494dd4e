import { networkFacts } from '../../contract/networks.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import { isInDoubt } from '../../problems/problem.ts';
import type { ManyPost } from '../posts/many-posts.repository.ts';
import { BEING_PUBLISHED, IN_DOUBT, PUBLISHED_ALREADY } from '../posts/post-preconditions.ts';
import { ASKED_ALREADY } from '../posts/publish-in-a-moment.ts';

/** Why a post stays as it is: a code by which readers group them, and words for each. */
export interface Reason {
  readonly reason: string;
  readonly message: string;
}

const NOT_CONNECTED = "This Facebook page isn't connected. Reconnect it, or choose another page.";

export const GONE: Reason = { reason: 'gone', message: 'This post no longer exists.' };
export const CHANGED: Reason = {
  reason: 'changed',
  message: 'Somebody else changed this post just now. Check it and try again.',
};
export const NO_TIME: Reason = { reason: 'no-time', message: 'This post has no time yet. Choose one for it first.' };
export const NO_PAGE: Reason = { reason: 'no-page', message: 'This post has no page yet. Choose one for it first.' };
export const PAST: Reason = { reason: 'past', message: 'Its new time would be in the past.' };
export const SAME_PAGE: Reason = { reason: 'same-page', message: 'This post is already for this page.' };
export const SAME_COMPOSITION: Reason = {
  reason: 'same-composition',
  message: 'This page already has a post with this text from the same composition.',
};
export const FILES_GONE: Reason = {
  reason: 'files-gone',
  message: "Its image or video was deleted too, so the post can't come back.",
};

export const tooClose = (page: string | null, spacingMinutes: number): Reason => ({
  reason: 'too-close',
  message: `It would be less than ${spacingMinutes} minutes from another post of ${page ?? 'its page'}.`,
});

export const noSlot = (page: string | null): Reason => ({
  reason: 'no-slot',
  message: `${page ?? 'Its page'} has no free slot. Plan its week first, or choose a time yourself.`,
});

/** What keeps anything from being done with a post together with others; null: nothing does. */
export function whyNot({ status, problem, isAskedForNow }: ManyPost): Reason | null {
  if (isInDoubt(problem)) return { reason: 'in-doubt', message: IN_DOUBT };
  if (status === 'published') return { reason: 'published', message: PUBLISHED_ALREADY };
  if (status === 'publishing') return { reason: 'publishing', message: BEING_PUBLISHED };
  return isAskedForNow ? { reason: 'publishing', message: ASKED_ALREADY } : null;
}

/** What keeps a post from being published right now. */
export function whyNotNow(post: ManyPost, now: Date): Reason | null {
  const { target, facebookPageId, isPageThere, pageProblem } = post;
  if (!networkFacts(target).hasPages) return null;
  if (facebookPageId === null) return NO_PAGE;
  if (pageProblem !== null) return { reason: 'held', message: presentProblem(pageProblem, { now }).message };
  return isPageThere ? null : { reason: 'page-lost', message: NOT_CONNECTED };
}

export const onOtherNetwork = ({ target }: ManyPost): Reason => ({
  reason: 'other-network',
  message: `This post goes to ${networkFacts(target).place}, not to a Facebook page.`,
});

/** Why a post no longer stands where a change has put it. */
export function whyNotBack(post: ManyPost | undefined): Reason {
  if (post === undefined) return { reason: 'gone', message: 'Somebody deleted this post since.' };
  return whyNot(post) ?? { reason: 'changed', message: 'Somebody changed this post since, so it stays as it is now.' };
}
export const OLD_TIME_PAST: Reason = {
  reason: 'past',
  message: 'Its old time has passed, so it keeps its new one.',
};
export const BACK_WITHOUT_TIME: Reason = {
  reason: 'past',
  message: "It's back, but its time has passed. Publish it now or choose a new time.",
};
export const BACK_WITHOUT_PAGE: Reason = {
  reason: 'page-lost',
  message: "It's back, but its page was removed. Choose another page for it.",
};
export const BACK_UNAPPROVED: Reason = {
  reason: 'not-approved',
  message: "It's back as a draft. Its approval has ended since you deleted it.",
};

export const stillTooClose = (spacingMinutes: number): Reason => ({
  reason: 'too-close',
  message: `Another post is now less than ${spacingMinutes} minutes from its old time, so it stays where it is.`,
});
export const backTooClose = (spacingMinutes: number): Reason => ({
  reason: 'too-close',
  message: `It's back as a draft. Another post is now less than ${spacingMinutes} minutes from its time.`,
});
