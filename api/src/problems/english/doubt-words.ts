import { networkName, placeName } from './place-words.ts';
import type { ProblemOf } from '../problem.ts';

type Doubt = ProblemOf<'confirming' | 'may_be_out' | 'cannot_look' | 'behind_doubt' | 'looking_back'>;

/** Nobody knows so far whether a post is out: this one, or one before it on its page. */
export function doubtWords(problem: Doubt): string {
  switch (problem.code) {
    case 'confirming':
      return (
        `${networkName(problem.params.target)} hasn't confirmed this post yet, so it may already be published. ` +
        "We're checking, and we won't send it twice."
      );
    case 'may_be_out':
      return mayBeOut(problem.params);
    case 'cannot_look':
      return (
        `This post may already be published on ${placeName(problem.params)}. ` +
        "We can't check whether an earlier attempt published it. Look there, then tell us whether you see it."
      );
    case 'behind_doubt':
      return (
        `This post is on hold because another post may already be published on ${placeName(problem.params)}. ` +
        'Decide about that one, and this one goes out at its time.'
      );
    case 'looking_back':
      return problem.params.because === 'gap'
        ? "Pagecast was offline for a while. We're checking whether this post was already published."
        : "An earlier attempt may already have published this post. We'll check before we send it again.";
  }
}

function mayBeOut({ look, ...place }: ProblemOf<'may_be_out'>['params']): string {
  const where = placeName(place);
  const tellUs =
    "won't send it again unless we can see that it isn't there. " +
    `Look at ${where}, then tell us whether you see it.`;
  return look === 'refused'
    ? `This post may already be published on ${where}, and we're not allowed to check. We ${tellUs}`
    : `This post may already be published on ${where}. ${networkName(place.target)} isn't giving us a clear answer. ` +
        `We'll keep checking, and we ${tellUs}`;
}
