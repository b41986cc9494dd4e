import type { PostProblem } from '../../features/posts/post.ts';
import { REELS_PER_DAY } from './limits.ts';

export const PAGE_REMOVED: PostProblem = {
  code: 'page_removed',
  message: 'The Facebook page of this post was removed. Connect it again or choose another page, then publish.',
  action: 'choose_page',
};

export const NO_FILE: PostProblem = {
  code: 'no_file',
  message: 'The picture or video of this post is gone. Add it again, then publish.',
  action: 'edit',
};

export const NO_APP: PostProblem = {
  code: 'no_app',
  message: 'No Facebook app is set up, so nothing can be published. Ask your administrator.',
  action: null,
};

/** @param at when the page may publish its next reel */
export function reelLimit(pageName: string, at: Date): PostProblem {
  return {
    code: 'reel_limit',
    action: 'publish_now',
    message: `${pageName} has published ${REELS_PER_DAY} reels in 24 hours, as many as Facebook allows. The next one can go out at ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
  };
}
