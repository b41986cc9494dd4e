import { REPETITION_DAYS, type checkPost, type OtherPost } from '@pagecast/api/contract';
import { formatDateTime, monthName, postsWithLinks, type CallOutput } from '@pagecast/shell/kit';
import type { Finding } from './check-text.ts';

const EXCERPT = 60;

/**
 * What the server knows of the page's other posts, in words.
 * @param at when this post is to go out
 * @param isNow at the press of the button
 */
export function describeChecks(
  { repetitions, near, links }: CallOutput<typeof checkPost>,
  {
    pageName,
    at,
    isNow,
    timeZone,
    spacingMinutes,
  }: { pageName: string; at: Date; isNow: boolean; timeZone: string; spacingMinutes: number },
): Finding[] {
  return [
    ...repetitions.slice(0, 1).map((post): Finding => ({
      tone: 'warn',
      postId: post.id,
      isOfOther: post.author != null,
      isOfText: true,
      text:
        `${post.isExact ? 'The same post' : 'A very similar post'}${byWhom(post)} ` +
        `${whenOf(post, pageName, timeZone)}${repetitions.length > 1 ? ', and on other days too' : ''}. ` +
        `Facebook may refuse repeats within ${REPETITION_DAYS} days.`,
    })),
    ...(links === null || links === undefined ? [] : linksOfMonth(links, pageName, isNow)),
    ...near.map((post): Finding => ({
      tone: 'warn',
      postId: post.id,
      isOfOther: post.author != null,
      text:
        `${pageName} ${post.status === 'published' ? 'posted' : 'posts'} ${distance(post, at)}${byWhom(post)}: ` +
        `“${excerptOf(post)}” Leave ${spacingMinutes} minutes between posts, or Facebook may treat them as spam.`,
    })),
  ];
}

/** How this post stands to the limit that the owner has set for the page. */
function linksOfMonth(
  { limit, holds, month, others }: NonNullable<CallOutput<typeof checkPost>['links']>,
  pageName: string,
  isNow: boolean,
): Finding[] {
  const count = others + 1;
  if (count < limit) return [];
  const [all, when] = [postsWithLinks(count), monthName(month)];
  const reached = `With this post, ${pageName} reaches its limit of ${postsWithLinks(limit)} in ${when}.`;
  const passed = `With this post, ${pageName} has ${all} in ${when}. Its limit is ${limit.toLocaleString('en')}.`;
  const held = holds && !isNow ? " Posts over the limit aren't published until you decide." : '';
  return [{ tone: 'warn', text: count === limit ? reached : passed + held }];
}

/** 'is scheduled on Corner Bakery for Mon 23 Nov, 9:00 (GMT+8)' */
function whenOf({ status, at }: OtherPost, pageName: string, timeZone: string): string {
  const when = formatDateTime(at, timeZone);
  return status === 'published' ? `was published on ${pageName} on ${when}` : `is scheduled on ${pageName} for ${when}`;
}

/** Of somebody else who posts on the page. */
function byWhom({ author }: OtherPost): string {
  return author == null ? '' : ` by ${author.name}`;
}

function distance({ at: other }: OtherPost, at: Date): string {
  const minutes = Math.round((new Date(other).getTime() - at.getTime()) / 60_000);
  if (minutes === 0) return 'at the same time';
  return minutes < 0 ? `${-minutes} min earlier` : `${minutes} min later`;
}

function excerptOf({ excerpt }: OtherPost): string {
  const line = excerpt.trim().replace(/\s+/g, ' ');
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).replace(/\s\S*$/, '')}...`;
}
