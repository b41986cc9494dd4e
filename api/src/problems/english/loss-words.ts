import type { ProblemOf } from '../problem.ts';

/** Why a post waits for its owner: what they last said of it is gone. */
export function changesLostWords({ change }: ProblemOf<'changes_lost'>['params']): string {
  return change === 'deleted'
    ? 'You deleted this post, and a failure of our database undid that. We kept it from being published. ' +
        'Delete it again, or choose a new time.'
    : 'A failure of our database undid your last change to this post. ' +
        'We kept it from being published as it was before. Check it, then publish it or choose a new time.';
}

/** What a failure of the database took, for somebody who worked at that time, and for administrators. */
export function workLostWords(params: ProblemOf<'work_lost'>['params']): string {
  const when = between(new Date(params.since), new Date(params.until));
  const start = `Our database went back to an earlier state. What was saved ${when} may be lost.`;
  const once = 'We check your pages before we publish anything from that time, so no post goes out twice.';
  if (params.isForAll)
    return (
      `${start} Posts from that time are looked for on their pages before anything is published. ` +
      'People who were working then have been told what to check.'
    );
  const known = knownWords(params);
  return known === ''
    ? `${start} ${once} If you changed something then, check that it's there.`
    : `${start} ${known} ${once}`;
}

function knownWords({ stopped, unstopped = 0, older, gone }: ProblemOf<'work_lost'>['params']): string {
  const posts = (count: number) => (count === 1 ? '1 post' : `${count} posts`);
  return [
    ...(stopped > 0
      ? [`We stopped ${posts(stopped)} because your last change to ${stopped === 1 ? 'it' : 'them'} is gone.`]
      : []),
    ...(unstopped > 0 ? [unstoppedWords(posts(unstopped), unstopped === 1)] : []),
    ...(older > 0 ? [`${posts(older)} went back to an earlier version.`] : []),
    ...(gone > 0 ? [goneWords(posts(gone), gone === 1)] : []),
  ].join(' ');
}

function unstoppedWords(posts: string, isOne: boolean): string {
  return `We couldn't stop ${posts} in time. ${isOne ? 'It' : 'They'} may be published without your last change.`;
}

function goneWords(posts: string, isOne: boolean): string {
  const [are, them] = isOne ? ['is', 'it'] : ['are', 'them'];
  return `${posts} that you had just made ${are} gone. Write ${them} again if you don't find ${them}.`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** 'between 14:03:05 and 14:03:12 UTC on 24 Nov' */
function between(since: Date, until: Date): string {
  const time = (at: Date) => at.toISOString().slice(11, 19);
  const day = (at: Date) => `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`;
  return day(since) === day(until)
    ? `between ${time(since)} and ${time(until)} UTC on ${day(since)}`
    : `between ${time(since)} UTC on ${day(since)} and ${time(until)} UTC on ${day(until)}`;
}
