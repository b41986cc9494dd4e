import { SPACING_MINUTES, REPETITION_DAYS, type checkPost, type OtherPost } from '@pagecast/api/contract';
import { formatDateTime, type CallOutput } from '@pagecast/shell/kit';
import type { Finding } from './check-text.ts';

const EXCERPT = 60;

/** What the server knows of the page's other posts, in words. @param at when this post is to go out */
export function describeChecks(
  { repetitions, near }: CallOutput<typeof checkPost>,
  { pageName, at, timeZone }: { pageName: string; at: Date; timeZone: string },
): Finding[] {
  return [
    ...repetitions.slice(0, 1).map((post): Finding => ({
      tone: 'warn',
      postId: post.id,
      text:
        `${post.isExact ? 'The same text' : 'Nearly the same text'} ${post.status === 'published' ? 'went' : 'goes'} out on ${pageName} on ${formatDateTime(post.at, timeZone)}${repetitions.length > 1 ? ', and not only then' : ''}. ` +
        `Facebook may refuse a text that repeats one of the last ${REPETITION_DAYS} days.`,
    })),
    ...near.map((post): Finding => ({
      tone: 'warn',
      postId: post.id,
      text: `Another post ${post.status === 'published' ? 'went' : 'goes'} out on ${pageName} ${distance(post, at)}: “${excerptOf(post)}” Leave ${SPACING_MINUTES} minutes between two posts of a page, or Facebook may take them for spam.`,
    })),
  ];
}

function distance({ at: other }: OtherPost, at: Date): string {
  const minutes = Math.round((new Date(other).getTime() - at.getTime()) / 60_000);
  if (minutes === 0) return 'at the same time';
  return minutes < 0 ? `${-minutes} min before` : `${minutes} min after`;
}

function excerptOf({ excerpt }: OtherPost): string {
  const line = excerpt.trim().replace(/\s+/g, ' ');
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).replace(/\s\S*$/, '')}...`;
}
