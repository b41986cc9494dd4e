import type { Hindrance } from '../../contract/problems.ts';
import { isInDoubt, type ProblemOf } from '../problem.ts';

/**
 * What stands in the way of posts before anything is sent.
 * @param posts how many scheduled ones wait for it; 0 where that is not known
 */
export function hindranceWords(problem: Hindrance | ProblemOf<'expiring'>, posts: number): string {
  const words = wordsOf(problem, posts);
  return isInDoubt(problem) ? `This post may already be published, and we can't check. ${words}` : words;
}

function wordsOf(problem: Hindrance | ProblemOf<'expiring'>, posts: number): string {
  switch (problem.code) {
    case 'reconnect':
      return `Pagecast can no longer post to ${problem.params.page}. Reconnect it to continue. ${postsStay(posts)}`;
    case 'lost_key':
      return (
        `Pagecast lost its access to ${problem.params.page} because the server's key was replaced. ` +
        `Reconnect it to continue. ${postsStay(posts)}`
      );
    case 'other_app':
      return (
        `Our access to ${problem.params.page} belongs to a different Facebook app. Reconnect it to continue. ` +
        postsStay(posts)
      );
    case 'no_permission':
      return noPermission(problem.params);
    case 'missing_permissions':
      return (
        `Facebook no longer gives Pagecast ${problem.params.permissions.join(' and ')} for ${problem.params.page}. ` +
        `Reconnect it and leave every permission ticked. ${postsStay(posts)}`
      );
    case 'left_out':
      return (
        `${problem.params.page} wasn't among the pages you chose for Pagecast. Reconnect it and tick this page too. ` +
        postsStay(posts)
      );
    case 'expiring':
      return (
        `Our access to ${problem.params.page} ends before the last of its scheduled posts. ` +
        `Reconnect it before then. ${postsStay(posts)}`
      );
    case 'no_access':
      return "Your access to Pagecast was withdrawn, so this post wasn't published. Ask an administrator.";
    case 'no_tech_site':
      return "The tech site isn't set up, so nothing can be published there. Ask your administrator.";
    case 'no_app':
      return 'No Facebook app is set up, so nothing can be published. Ask your administrator.';
    case 'page_removed':
      return 'The Facebook page of this post was removed. Connect it again or choose another page, then publish.';
    case 'no_file':
      return "This post's image or video is missing. Add it again, then publish.";
    case 'reel_limit':
      return (
        `${problem.params.page} has published ${problem.params.limit} reels in 24 hours, the most Facebook allows. ` +
        `The next one can go out at ${inUtc(problem.params.at)}.`
      );
    case 'link_limit':
      return linkLimit(problem.params);
  }
}

function noPermission({ page, because, said }: ProblemOf<'no_permission'>['params']): string {
  if (said !== null) return said;
  const ask = 'Ask an admin of the page to let you create content, then reconnect it.';
  return because === 'role'
    ? `Your role on ${page} doesn't allow posting. ${ask}`
    : `Facebook doesn't let this account post on ${page}. ${ask}`;
}

function linkLimit({ page, limit, month }: ProblemOf<'link_limit'>['params']): string {
  const posts = limit === 1 ? '1 post' : `${limit} posts`;
  return (
    `This post has a link, and ${page} is limited to ${posts} with links in ${monthName(month)}. ` +
    'Publish it anyway, leave the link out, or choose a time in another month.'
  );
}

/** 'November' */
function monthName(month: string): string {
  return new Date(`${month}-15T00:00:00Z`).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
}

function postsStay(posts: number): string {
  if (posts === 0) return 'Your scheduled posts are kept.';
  return posts === 1 ? 'Your scheduled post is kept.' : `Your ${posts} scheduled posts are kept.`;
}

/** '2026-11-22 16:30 UTC' */
function inUtc(at: string): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
