import type { PageProblem } from './pages.repository.ts';

/** The token no longer opens the page: expired, password changed, app removed. */
export function needsReconnect(pageName: string): PageProblem {
  return {
    code: 'reconnect',
    message: `Facebook no longer accepts our access to ${pageName}. Reconnect it; its scheduled posts stay.`,
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
