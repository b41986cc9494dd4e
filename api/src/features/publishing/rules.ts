import { networkFacts } from '../../contract/networks.ts';
import type { SentSoFar } from '../../networks/target.ts';
import type { Post, PostProblem, PostUpload } from '../posts/post.ts';
import { ABSENT_AFTER_MS } from './timing.ts';

/** A post later than this does not go out any more: its owner decides. */
export const MISSED_AFTER_MINUTES = 60;
/** A post at which so many processes died is set aside: it may be what ended them. */
export const DEATHS_AT_MOST = 3;
/** A post that went out later than this is marked late. */
export const LATE_AFTER_MINUTES = 1;
/** Posts later than this are a backlog, and leave at least `PACE_MINUTES` apart on each page. */
export const BACKLOG_AFTER_MINUTES = 5;
export const PACE_MINUTES = 30;

/** A repeated call that is refused is looked up this often before the refusal is believed: what it repeats may be out. */
export const REFUSED_REPEATS = 4;

/** What comes to nothing this often in a row is told, or believed. */
export const TRIES = 3;

const BACKOFF_SECONDS = [1, 3, 10, 30, 60] as const;
/** Facebook works on a video from seconds to minutes; after that a poll comes now and then, and never gives up. */
const PROCESSING_SECONDS = [2, 5, 10, 20, 30, 60] as const;
/** Its owner decides what becomes of a post this late. Asked to save work that leads nowhere; the gate is the statement before the visible call. */
export function isTooLate({ scheduledAt, now }: { readonly scheduledAt: Date; now(): Date }): boolean {
  return now().getTime() - scheduledAt.getTime() >= MISSED_AFTER_MINUTES * 60_000;
}

/** Seconds until the next try, by the number of tries that failed. */
export function backoffSeconds(tries: number): number {
  return BACKOFF_SECONDS[Math.min(tries, BACKOFF_SECONDS.length - 1)] ?? 60;
}

/** Seconds until the next poll at a video that Facebook is working on. */
export function processingPollSeconds(tries: number): number {
  return PROCESSING_SECONDS[Math.min(tries, PROCESSING_SECONDS.length - 1)] ?? 60;
}

/** Seconds until the next poll for a post whose answer was lost: soon, a little later, and after the time in which it must have shown. */
export function nextPollSeconds(cleanAbsences: number, msToProof: number): number {
  if (cleanAbsences === 0) return 15;
  return Math.max(5, Math.min(60, Math.ceil(msToProof / 1000)));
}

/** Seconds until the next poll for a post that nobody could see so far: what was refused for an hour is asked less often, and never given up. */
export function refusedPollSeconds(tries: number): number {
  if (tries > 300) return 15 * 60;
  return tries > 60 ? 5 * 60 : backoffSeconds(tries);
}

/** What has to pass until a second clean poll proves a post absent: since the first one, and since the call's deadline. */
export function msToProofOfAbsence(msAbsent: number | null, msSinceDeadline: number | null): number {
  return ABSENT_AFTER_MS - Math.min(msAbsent ?? 0, msSinceDeadline ?? 0);
}

/** The answer was lost, or said nothing. */
export function confirming(target: Post['target']): PostProblem {
  return {
    code: 'confirming',
    action: 'resolve',
    message: `${networkFacts(target).speaker} has not confirmed this post yet, so it may already be out. We are checking; it will not be sent twice.`,
  };
}

/** A poll was refused, or cannot be believed. @param place the name of the page, or the tech site */
export function mayBeOut(place: string): PostProblem {
  return {
    code: 'may_be_out',
    action: 'resolve',
    message: `This post may already be out on ${place}, and we are not allowed to check. We won't send it again unless we can see that it isn't there. Look at ${place}, then tell us whether you see it.`,
  };
}

/** Polls that come to nothing, time after time. @param place the name of the page, or the tech site */
export function looksUnanswered(target: Post['target'], place: string): PostProblem {
  return {
    code: 'may_be_out',
    action: 'resolve',
    message: `This post may already be out on ${place}. ${networkFacts(target).speaker} gives no usable answer when we check. We keep checking, and won't send it again unless we can see that it isn't there. Look at ${place}, then tell us whether you see it.`,
  };
}

/** The same while something stands in the way that its owner may mend. */
export function mayBeOutWhile(problem: PostProblem): PostProblem {
  return {
    ...problem,
    action: 'resolve',
    message: `This post may already be out, and we cannot check. ${problem.message}`,
  };
}

export const RETRYING: PostProblem = {
  code: 'retrying',
  message: 'Facebook does not answer. We keep trying; the post goes out as soon as it does.',
  action: null,
};

export const COOLING_DOWN: PostProblem = {
  code: 'rate_limited',
  action: null,
  message:
    'No more posts are taken there for a while. This one goes out after that if it is then less than an hour late; otherwise it waits for you.',
};

export const WAITS_ITS_TURN: PostProblem = {
  code: 'queued',
  action: 'publish_now',
  message: `This post waits its turn: one post at a time goes out on a page, and late ones leave ${PACE_MINUTES} min apart.`,
};

const MEGABYTE = 1024 ** 2;

/** While the files of a post are on their way to Facebook: how far, where it takes long enough to ask. */
export function uploading({ sent, total }: SentSoFar): PostProblem & PostUpload {
  const told = { code: 'uploading', action: null, share: total === 0 ? 0 : sent / total };
  if (total < MEGABYTE) return { ...told, message: 'Its files are on their way to Facebook.' };
  const megabytes = (bytes: number) => (bytes / MEGABYTE).toLocaleString('en', { maximumFractionDigits: 1 });
  return {
    ...told,
    message: `Its files are on their way to Facebook: ${megabytes(sent)} of ${megabytes(total)} MB (${Math.floor(told.share * 100)}%).`,
  };
}

/** The files of a planned post are there before its time. */
export const UPLOADED_AHEAD: PostUpload = {
  message: 'Its files are at Facebook already; nobody sees them before its time.',
  share: 1,
};

export const PROCESSING: PostProblem = {
  code: 'processing',
  message: 'Facebook has the video and is working on it. It appears on the page as soon as that is done.',
  action: null,
};

export const POLLING_BACK: PostProblem = {
  code: 'looking_back',
  message: 'Pagecast was away for a while. We are checking that this post did not go out already.',
  action: null,
};

export const POLLING_FOR_EARLIER: PostProblem = {
  code: 'looking_back',
  message: 'An earlier try may have put this post out already. We check that before it is sent again.',
  action: null,
};

/** @param place the name of the page, or the tech site */
export function cannotPoll(place: string): PostProblem {
  return {
    code: 'cannot_look',
    action: 'resolve',
    message: `This post may already be out: we cannot check whether an earlier try, or one that Pagecast has no record of, put it on ${place}. Look there, then tell us whether you see it.`,
  };
}

export const CRASHED: PostProblem = {
  code: 'crashed',
  action: 'publish_now',
  message:
    'Something went wrong on our side twice, so we stopped trying. This post was not published. Publish it again; if it fails again, contact support.',
};

export const CRASHED_POLLING: PostProblem = {
  code: 'crashed',
  action: 'resolve',
  message:
    'This post may be published: something goes wrong on our side whenever we check. We keep trying. If you can see whether it is there, tell us.',
};

export const UNREACHABLE: PostProblem = {
  code: 'unreachable',
  message:
    'The other side could not be reached for an hour, so this post was not published. Publish it now or pick a new time.',
  action: 'publish_now',
};

export const MISSED: PostProblem = {
  code: 'missed',
  message: 'This post could not go out within an hour of its time. Publish it now, pick a new time, or discard it.',
  action: 'publish_now',
};

export const MISSED_BEHIND_DOUBT: PostProblem = {
  code: 'missed_behind_doubt',
  action: 'publish_now',
  message:
    'This post could not go out within an hour of its time: another post of its page may already be out, and nobody could tell. Decide about that one; then publish this one now, pick a new time, or discard it.',
};

export const MISSED_TURN: PostProblem = {
  code: 'missed',
  action: 'publish_now',
  message: `This post could not go out within an hour of its time: other posts of its page were before it, and late ones leave ${PACE_MINUTES} min apart. Publish it now, pick a new time, or discard it.`,
};

/** @param place the name of the page */
export function vanished(place: string): PostProblem {
  return {
    code: 'vanished',
    message: `Facebook lost this post before it went out. We looked for it on ${place} twice, and it is not there. Publish it again.`,
    action: 'publish_now',
  };
}

export const NO_ACCESS: PostProblem = {
  code: 'no_access',
  message: 'Your access to Pagecast has been withdrawn, so this post did not go out. Ask an administrator.',
  action: null,
};

export const SET_ASIDE: PostProblem = {
  code: 'set_aside',
  action: 'edit',
  message:
    'We stopped trying because the server went down three times while publishing this post. It was not published. Check its text and files, then publish it again.',
};

/** The visible call was made, and polling for what became of it ended a process too. */
export const SET_ASIDE_IN_DOUBT: PostProblem = {
  code: 'set_aside',
  action: 'resolve',
  message:
    'We stopped trying because the server went down several times while publishing this post. It may already be out: look at the page, then tell us whether you see it.',
};

export function setAsideForAdministrators(postId: number): PostProblem {
  return {
    code: 'set_aside',
    action: null,
    message: `We stopped trying because the server went down three times while publishing post ${postId}. Its owner has been told, and other posts go on. The server's log says more.`,
  };
}
