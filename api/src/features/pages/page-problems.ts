import type { PageProblem } from './pages.repository.ts';

/** How our own sentences end, so that a reader can be told the number of posts where it is known. */
const POSTS_STAY = 'its scheduled posts stay.';

/** The token no longer opens the page: expired, password changed, app removed. */
export function needsReconnect(pageName: string): PageProblem {
  return {
    code: 'reconnect',
    message: `Facebook no longer accepts our access to ${pageName}. Reconnect it; ${POSTS_STAY}`,
    action: 'reconnect',
  };
}

/** The same because the person's login is over: all of their pages say so, and it is told once. */
export function loginOver(pageName: string): PageProblem {
  return { ...needsReconnect(pageName), ofLogin: true };
}

/** What we had is sealed with a key that is gone. */
export function lostKey(pageName: string): PageProblem {
  return {
    code: 'lost_key',
    message: `Pagecast has lost its access to ${pageName}, because the server's key was replaced. Reconnect it; ${POSTS_STAY}`,
    action: 'reconnect',
  };
}

/** The token is good, but not for the app that we call Facebook with. */
export function otherApp(pageName: string): PageProblem {
  return {
    code: 'other_app',
    message: `Our access to ${pageName} belongs to another Facebook app than the one in use. Reconnect it; ${POSTS_STAY}`,
    action: 'reconnect',
  };
}

/** The person may see the page but not post on it. */
export function needsRole(pageName: string): PageProblem {
  return {
    code: 'no_permission',
    message: `Your role on ${pageName} does not allow posting. Ask an admin of the page for the right to create content, then reconnect it.`,
    action: 'reconnect',
  };
}

/** @param permissions as Facebook names them */
export function missingPermissions(pageName: string, permissions: readonly string[]): PageProblem {
  return {
    code: 'missing_permissions',
    message: `Facebook no longer gives Pagecast ${permissions.join(' and ')} for ${pageName}. Reconnect it and leave every permission ticked; ${POSTS_STAY}`,
    action: 'reconnect',
  };
}

/** The person let us see other pages of theirs, but not this one. */
export function leftOut(pageName: string): PageProblem {
  return {
    code: 'left_out',
    message: `${pageName} was left out of the pages that Pagecast may post on. Reconnect it and tick this page too; ${POSTS_STAY}`,
    action: 'reconnect',
  };
}

/** All is well now, but not any more when posts that are planned fall due. */
export function endsTooSoon(pageName: string): PageProblem {
  return {
    code: 'expiring',
    message: `Our access to ${pageName} ends before the last of its scheduled posts. Reconnect it before that; ${POSTS_STAY}`,
    action: 'reconnect',
  };
}

/** The same with the number of posts that wait, where there are any. */
export function countingPosts<Problem extends PageProblem>(problem: Problem, posts: number): Problem {
  if (posts === 0 || !problem.message.endsWith(POSTS_STAY)) return problem;
  const stay = posts === 1 ? 'your scheduled post stays.' : `your ${posts} scheduled posts stay.`;
  return { ...problem, message: problem.message.slice(0, -POSTS_STAY.length) + stay };
}
