import { PROBLEM_ACTION } from '../contract/pages.ts';
import type { ProblemOf } from './problem.ts';

/** The token no longer opens the page: expired, password changed, app removed. */
export function needsReconnect(page: string): ProblemOf<'reconnect'> {
  return { code: 'reconnect', action: PROBLEM_ACTION.reconnect, params: { page } };
}

/** The same because the person's login is over: all of their pages say so, and it is told once. */
export function loginOver(page: string): ProblemOf<'reconnect'> {
  return { code: 'reconnect', action: PROBLEM_ACTION.reconnect, params: { page, ofLogin: true } };
}

/** What we had is sealed with a key that is gone. */
export function lostKey(page: string): ProblemOf<'lost_key'> {
  return { code: 'lost_key', action: PROBLEM_ACTION.reconnect, params: { page } };
}

/** The token is good, but not for the app that we call Facebook with. */
export function otherApp(page: string): ProblemOf<'other_app'> {
  return { code: 'other_app', action: PROBLEM_ACTION.reconnect, params: { page } };
}

/** The person may see the page but not post on it. */
export function needsRole(page: string): ProblemOf<'no_permission'> {
  return { code: 'no_permission', action: PROBLEM_ACTION.reconnect, params: { page, because: 'role', said: null } };
}

/** @param permissions as Facebook names them */
export function missingPermissions(page: string, permissions: readonly string[]): ProblemOf<'missing_permissions'> {
  return {
    code: 'missing_permissions',
    action: PROBLEM_ACTION.reconnect,
    params: { page, permissions: [...permissions] },
  };
}

/** The person let us see other pages of theirs, but not this one. */
export function leftOut(page: string): ProblemOf<'left_out'> {
  return { code: 'left_out', action: PROBLEM_ACTION.reconnect, params: { page } };
}

/** All is well now, but not any more when posts that are planned fall due. */
export function endsTooSoon(page: string): ProblemOf<'expiring'> {
  return { code: 'expiring', action: PROBLEM_ACTION.reconnect, params: { page } };
}
