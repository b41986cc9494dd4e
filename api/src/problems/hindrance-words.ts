import type { Hindrance } from '../contract/problems.ts';
import { isInDoubt, type ProblemOf } from './problem.ts';

/** What stands in the way of posts before anything is sent. @param posts how many scheduled ones wait for it; 0 where that is not known */
export function hindranceWords(problem: Hindrance | ProblemOf<'expiring'>, posts: number): string {
  const words = wordsOf(problem, posts);
  return isInDoubt(problem) ? `This post may already be out, and we cannot check. ${words}` : words;
}

function wordsOf(problem: Hindrance | ProblemOf<'expiring'>, posts: number): string {
  switch (problem.code) {
    case 'reconnect':
      return `Facebook no longer accepts our access to ${problem.params.page}. Reconnect it; ${postsStay(posts)}`;
    case 'lost_key':
      return `Pagecast has lost its access to ${problem.params.page}, because the server's key was replaced. Reconnect it; ${postsStay(posts)}`;
    case 'other_app':
      return `Our access to ${problem.params.page} belongs to another Facebook app than the one in use. Reconnect it; ${postsStay(posts)}`;
    case 'no_permission':
      return noPermission(problem.params);
    case 'missing_permissions':
      return `Facebook no longer gives Pagecast ${problem.params.permissions.join(' and ')} for ${problem.params.page}. Reconnect it and leave every permission ticked; ${postsStay(posts)}`;
    case 'left_out':
      return `${problem.params.page} was left out of the pages that Pagecast may post on. Reconnect it and tick this page too; ${postsStay(posts)}`;
    case 'expiring':
      return `Our access to ${problem.params.page} ends before the last of its scheduled posts. Reconnect it before that; ${postsStay(posts)}`;
    case 'no_access':
      return 'Your access to Pagecast has been withdrawn, so this post did not go out. Ask an administrator.';
    case 'no_tech_site':
      return 'The tech site is not set up, so nothing can be published there. Ask your administrator.';
    case 'no_app':
      return 'No Facebook app is set up, so nothing can be published. Ask your administrator.';
    case 'page_removed':
      return 'The Facebook page of this post was removed. Connect it again or choose another page, then publish.';
    case 'no_file':
      return 'The picture or video of this post is gone. Add it again, then publish.';
    case 'reel_limit':
      return `${problem.params.page} has published ${problem.params.limit} reels in 24 hours, as many as Facebook allows. The next one can go out at ${inUtc(problem.params.at)}.`;
  }
}

function noPermission({ page, because, said }: ProblemOf<'no_permission'>['params']): string {
  if (said !== null) return said;
  const ask = 'Ask an admin of the page for the right to create content, then reconnect it.';
  return because === 'role'
    ? `Your role on ${page} does not allow posting. ${ask}`
    : `Facebook does not let this account post on ${page}. ${ask}`;
}

function postsStay(posts: number): string {
  if (posts === 0) return 'its scheduled posts stay.';
  return posts === 1 ? 'your scheduled post stays.' : `your ${posts} scheduled posts stay.`;
}

/** '2026-11-22 16:30 UTC' */
function inUtc(at: string): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
