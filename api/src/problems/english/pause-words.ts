import { networkFacts } from '../../contract/networks.ts';
import { placeName } from './place-words.ts';
import { CODE, type ProblemOf } from '../problem.ts';
import { forAbout } from './time-words.ts';

type Pause = ProblemOf<'rate_limited' | 'blocked'>;

const IF_LATE = "unless it's over an hour late by then";
const OR_WAITS = `${IF_LATE}. In that case it waits for you.`;

/** Why no more calls are made for a page, for a person or for everybody, and what becomes of the post meanwhile. */
export function pauseWords(problem: Pause, now: Date): string {
  const { stage, until, target } = problem.params;
  switch (stage) {
    case 'refused':
      return problem.code === CODE.blocked ? blocked(problem.params) : limited(problem.params, now);
    case 'waiting':
      return waiting(problem, now);
    case 'asked_now':
      return `${askedUs(target)} goes out ${inAbout(until, now)}.`;
    case 'kept_as_draft':
      return `${stopped(problem)} This one is saved as a draft. Try again later.`;
  }
}

/** What did not go out in time. */
export function missedWords(problem: ProblemOf<'missed' | 'missed_behind_doubt'>): string {
  const late = "This post couldn't go out within an hour of its time";
  const choose = 'choose a new time, or delete it.';
  if (problem.code !== CODE.missed)
    return (
      `${late}, because another post on its page may already be published. Decide about that one. ` +
      `Then publish this one now, ${choose}`
    );
  const { because, spacingMinutes } = problem.params;
  return because === 'time'
    ? `${late}. Publish it now, ${choose}`
    : `${late}, because other late posts on its page went out first, ${spacingMinutes} min apart. ` +
        `Publish it now, ${choose}`;
}

function askedUs(target: string): string {
  const { speaker, form, hasPages } = networkFacts(target);
  return `${speaker} asked us to ${hasPages ? 'pause this page' : 'wait'}. The ${form}`;
}

function blocked({ said, ...place }: ProblemOf<'blocked'>['params']): string {
  return (
    said ??
    `Facebook has stopped posts on ${placeName(place)} for now. Look for a notice on facebook.com. ` +
      "We'll try again in a few hours."
  );
}

function limited({ target, page, until }: Pause['params'], now: Date): string {
  const time = forAbout(until, now);
  const { speaker, form, hasPages } = networkFacts(target);
  const what = hasPages ? `requests for ${placeName({ target, page })}` : `${form}s`;
  const limit = time === null ? `${speaker} limited ${what} for a while.` : `${speaker} is limiting ${what} ${time}.`;
  return hasPages ? `${limit} The ${form} goes out after that, ${OR_WAITS}` : `${limit} This one goes out after that.`;
}

/** Posts that are not even tried. */
function waiting(problem: Pause, now: Date): string {
  const time = forAbout(problem.params.until, now) ?? 'for a while';
  const place = placeName(problem.params);
  if (problem.code === CODE.blocked)
    return `Facebook has stopped posts on ${place} for now. This one waits ${time} and then goes out, ${IF_LATE}.`;
  return problem.params.until === null
    ? `No more posts can be published there for a while. This one goes out after that, ${OR_WAITS}`
    : `No more posts can be published on ${place} ${time}. This one goes out after that, ${OR_WAITS}`;
}

function stopped({ code, params }: Pause): string {
  return code === CODE.blocked
    ? `Facebook has stopped posts on ${placeName(params)} for now. Look for a notice on facebook.com.`
    : `Facebook isn't accepting more posts on ${placeName(params)} for now.`;
}

function inAbout(until: string | null, now: Date): string {
  return forAbout(until, now)?.replace('for', 'in') ?? 'soon';
}
