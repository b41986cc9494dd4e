import { beginningOf } from '../../beginning-of.ts';
import type * as contract from '../../contract/notifications.ts';
import { PROBLEM_ACTION } from '../../contract/pages.ts';
import { inZone } from '../../http/in-zone.ts';
import type { PageWarning } from '../pages/page-warnings.repository.ts';
import { CODE } from '../../problems/problem.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import { reasonWords } from '../../problems/readers-words.ts';
import {
  CHANGED_SCHEDULE_TITLE,
  DATA_PATH,
  exportTitle,
  FEEDS_PATH,
  INBOX_PATH,
  LOST_WORK_TITLE,
  passedTitle,
  personTitle,
  UNREADABLE_FEED_TITLE,
} from '../outbox/present-fact.ts';
import type { Notification } from './notifications.repository.ts';

const EXCERPT_LENGTH = 80;
const PAUSED_PAGE = 'page_paused';
const SETTLED = {
  published: "It's published now.",
  scheduled: "It's scheduled again.",
  any: 'Nothing left to do. It was published, rescheduled or deleted.',
};
const ALL_SETTLED = 'Nothing left to do. They were published, rescheduled or deleted.';
/** What is told of one person's own things. */
const PATHS: Partial<Record<string, string>> = {
  [CODE.webhookOff]: '/settings#webhooks',
  [CODE.pagePerson]: '/settings',
  [CODE.feedUnreadable]: FEEDS_PATH,
  [CODE.workLost]: '/scheduled',
  [CODE.scheduleChanged]: '/scheduled',
  [CODE.proposalsPassed]: INBOX_PATH,
  [CODE.exportReady]: DATA_PATH,
  [CODE.exportFailed]: DATA_PATH,
};
type WireProblem = contract.Notification['problem'];

interface Surroundings {
  /** The viewer's, an IANA name. */
  readonly timeZone: string;
  /** What it says about a page holds no more. */
  readonly isOver: boolean;
  /** What its page stands in the way of at this moment. */
  readonly warning: PageWarning | null;
}

/** In words for its owner. */
export function present(notification: Notification, surroundings: Surroundings): contract.Notification {
  const { warning, isOver } = surroundings;
  // What is over asks for nothing any more.
  const isSettled = notification.settledAs !== null || (notification.kind === 'page' && isOver);
  const problem = isSettled ? null : problemOf(notification, warning?.posts ?? 0);
  const words = wordsFor(notification, problem, surroundings);
  return {
    id: notification.id,
    ...wireKind(notification),
    title: words.title,
    description: words.description ?? problem?.message ?? '',
    count: notification.count,
    postId: notification.postId,
    facebookPageId: notification.facebookPageId,
    problem,
    isRead: notification.isRead,
    at: notification.at.toISOString(),
  };
}

function problemOf({ problem, at, readAt }: Notification, posts: number): WireProblem {
  if (problem === null) return null;
  if (problem.code !== PAUSED_PAGE) return presentProblem(problem, { now: readAt, posts });
  const { code, action, params } = problem;
  return { code, action, message: params.reason === null ? '' : reasonWords(params.reason, at) };
}

/**
 * Open pages of an earlier day know no other kinds than those of their day, so that this one goes by another's name.
 */
function wireKind({ kind, postId, problem }: Notification): Pick<contract.Notification, 'kind' | 'path'> {
  switch (kind) {
    case 'system':
      return { kind: 'page', path: (problem && PATHS[problem.code]) ?? '/admin' };
    case 'doubt':
      return { kind: 'page', path: postId === null ? '/scheduled' : `/scheduled?post=${postId}` };
    case 'rule':
      return { kind: 'page', path: `/scheduled?repeating=${ruleOf(problem)}` };
    default:
      return { kind };
  }
}

/** All of them, where it is not known. */
function ruleOf(problem: Notification['problem']): number | 'all' {
  const { recurrenceId } = (problem?.params ?? {}) as { recurrenceId?: number };
  return recurrenceId ?? 'all';
}

interface Words {
  readonly title: string;
  /** Null: what the problem says. */
  readonly description: string | null;
}

function wordsFor(notification: Notification, problem: WireProblem, surroundings: Surroundings): Words {
  switch (notification.kind) {
    case 'page':
      return notification.facebookPageId === null
        ? aboutLogin(notification, surroundings)
        : aboutPage(notification, surroundings);
    case 'automation':
      return aboutAutomation(notification, problem);
    case 'system':
      return {
        title: systemTitle(notification.problem),
        description: null,
      };
    case 'doubt':
      return { title: mayBeOut(notification), description: inOneLine(notification, problem) };
    case 'rule':
      return aboutRule(notification);
    case 'failed':
    case 'missed':
      return aboutPosts(notification, problem);
  }
}

function systemTitle(problem: Notification['problem']): string {
  switch (problem?.code) {
    case CODE.webhookOff:
      return 'A webhook was turned off';
    case CODE.feedUnreadable:
      return UNREADABLE_FEED_TITLE;
    case CODE.workLost:
      return LOST_WORK_TITLE;
    case CODE.scheduleChanged:
      return CHANGED_SCHEDULE_TITLE;
    case CODE.proposalsPassed:
      return passedTitle(problem.params);
    case CODE.pagePerson:
      return personTitle(problem.params);
    case CODE.exportReady:
    case CODE.exportFailed:
      return exportTitle(problem.code);
    default:
      return 'Pagecast needs your attention';
  }
}

function aboutRule({ pageName, problem }: Notification): Words {
  const place = pageName ?? 'a removed page';
  const isStopped = problem?.code === CODE.ruleStopped;
  return {
    title: isStopped ? `A repeating post on ${place} is paused` : `Days of a repeating post on ${place} were left out`,
    description: null,
  };
}

function aboutAutomation({ facebookPageId, pageName }: Notification, problem: WireProblem): Words {
  if (facebookPageId === null) return { title: 'Automation is on hold', description: null };
  return {
    title: `Automation is paused on ${pageName ?? 'a page'}`,
    description:
      `Three posts in a row failed. The last reason: ${problem?.message ?? ''} ` + 'Check it, then resume the page.',
  };
}

function mayBeOut(notification: Notification): string {
  const { count } = notification;
  return `${count === 1 ? 'A post' : `${count} posts`} on ${placeOf(notification)} may already be published`;
}

/** A post by its first words, and what is to be said about it. */
function inOneLine({ postContent, settledAs }: Notification, problem: WireProblem): string {
  const reason = settledAs === null ? (problem?.message ?? '') : SETTLED[settledAs];
  return postContent === null ? reason : `“${excerpt(postContent)}” ${reason}`.trim();
}

function placeOf({ pageName, facebookPageId }: Notification): string {
  return pageName ?? (facebookPageId === null ? 'the tech site' : 'a removed page');
}

function aboutPosts(notification: Notification, problem: WireProblem): Words {
  const { kind, count } = notification;
  const place = placeOf(notification);
  const posts = count === 1 ? `A post on ${place} was` : `${count} posts on ${place} were`;
  return {
    // Nobody tries any more, and nobody knows.
    title:
      problem?.action === PROBLEM_ACTION.resolve
        ? mayBeOut(notification)
        : `${posts} ${kind === 'missed' ? 'missed' : 'not published'}`,
    description: count === 1 ? inOneLine(notification, problem) : (problem?.message ?? ALL_SETTLED),
  };
}

function aboutPage(
  { pageName, problem, isPageRemoved, readAt }: Notification,
  { timeZone, isOver, warning }: Surroundings,
): Words {
  const page = pageName ?? 'A page';
  if (isPageRemoved) return { title: `${page} was removed`, description: 'Nothing more will be published there.' };
  if (isOver)
    return { title: `${page} was connected again`, description: 'Its scheduled posts can go out as planned.' };
  if (warning === null)
    return {
      title:
        problem?.action === PROBLEM_ACTION.reconnect
          ? `${page} needs to be reconnected`
          : `${page} needs your attention`,
      description: null,
    };
  const posts = warning.posts === 1 ? '1 post' : `${warning.posts} posts`;
  const from = warning.failsFrom.getTime();
  return {
    title:
      from <= readAt.getTime()
        ? `${posts} on ${page} can't go out`
        : `${posts} on ${page} will fail from ${inZone(warning.failsFrom, timeZone, readAt)}`,
    description: null,
  };
}

function aboutLogin({ count }: Notification, { isOver }: Surroundings): Words {
  if (isOver)
    return { title: 'Your pages were connected again', description: 'Their scheduled posts can go out as planned.' };
  return {
    title: count === 1 ? 'Your page needs to be reconnected' : `Your ${count} pages need to be reconnected`,
    description:
      "Facebook no longer accepts your login, so Pagecast can't post to your pages. Reconnect them to continue. " +
      'Your scheduled posts are kept.',
  };
}

function excerpt(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_LENGTH ? line : `${beginningOf(line, EXCERPT_LENGTH).trimEnd()}…`;
}
