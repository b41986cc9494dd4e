import { networkName, placeName } from './place-words.ts';
import type { ProblemOf } from './problem.ts';

type Doubt = ProblemOf<'confirming' | 'may_be_out' | 'cannot_look' | 'behind_doubt' | 'looking_back'>;

/** Nobody knows so far whether a post is out: this one, or one before it on its page. */
export function doubtWords(problem: Doubt): string {
  switch (problem.code) {
    case 'confirming':
      return `${networkName(problem.params.target)} has not confirmed this post yet, so it may already be out. We are checking; it will not be sent twice.`;
    case 'may_be_out':
      return mayBeOut(problem.params);
    case 'cannot_look':
      return `This post may already be out: we cannot check whether an earlier try, or one that Pagecast has no record of, put it on ${placeName(problem.params)}. Look there, then tell us whether you see it.`;
    case 'behind_doubt':
      return `This post waits: another post may already be out on ${placeName(problem.params)}, and we cannot tell. Decide about that one, and this one goes out at its time.`;
    case 'looking_back':
      return problem.params.because === 'gap'
        ? "Pagecast was offline for a while. We're checking whether this post was already published."
        : 'An earlier try may have put this post out already. We check that before it is sent again.';
  }
}

function mayBeOut({ look, ...place }: ProblemOf<'may_be_out'>['params']): string {
  const where = placeName(place);
  const tellUs = `won't send it again unless we can see that it isn't there. Look at ${where}, then tell us whether you see it.`;
  return look === 'refused'
    ? `This post may already be out on ${where}, and we are not allowed to check. We ${tellUs}`
    : `This post may already be out on ${where}. ${networkName(place.target)} gives no usable answer when we check. We keep checking, and ${tellUs}`;
}
