import { addMinutes } from 'date-fns/addMinutes';
import type { TooClose } from '../../contract/compositions.ts';
import type { PageId } from '../../contract/ids.ts';
import { STORY_NAMES } from '../../contract/stories.ts';
import type { Issue } from '../../http/errors.ts';
import type { Place } from '../media/media.repository.ts';
import type { Post } from '../posts/post.ts';
import { needStoryKind, NO_TEXT } from '../posts/stories.ts';
import type { SlotWithin } from '../slots/booking.ts';

/** A page as it was chosen, and what its post has of its own. */
export interface ChosenPage {
  readonly facebookPageId: PageId;
  readonly content?: string;
  readonly link?: string | null;
  readonly mediaType?: Post['mediaType'];
  readonly media?: readonly Place[];
  readonly scheduledAt?: Date;
}

/** One text for several pages, as somebody asks for it. */
export interface CompositionInput {
  /** '' for stories. */
  readonly content: string;
  readonly placement: Post['placement'];
  readonly link: string | null;
  readonly contentType: string;
  readonly tone: string | null;
  readonly keywords: string | null;
  readonly isAiGenerated: boolean;
  readonly aiCallId: number | null;
  readonly mediaType: Post['mediaType'];
  readonly media: readonly Place[];
  readonly status: 'draft' | 'scheduled' | 'published';
  readonly scheduledAt: Date | null;
  readonly staggerMinutes: number;
  readonly atBestTime: boolean;
  /** Each page without a time of its own: at its own next free slot within this time. */
  readonly nextSlot: SlotWithin | null;
  readonly tooClose: TooClose;
  readonly pages: readonly ChosenPage[];
}

/** The post of one page, before it is made. */
export interface PlannedPost {
  readonly facebookPageId: PageId;
  readonly content: string;
  /** Left out, it is shown among the page's posts. */
  readonly placement?: Post['placement'];
  readonly mediaType: Post['mediaType'];
  readonly media: readonly Place[];
  /** Its files are those of its page alone, whatever they are. */
  readonly hasOwnMedia?: boolean;
  /** null for a draft, and for one whose best time or next slot is still to be found. */
  readonly scheduledAt: Date | null;
  readonly publishNow: boolean;
}

/** A text with the link below it, unless the text has it already. */
export function withLink(content: string, link: string | null): string {
  return link === null || content.includes(link) ? content : `${content.trimEnd()}\n\n${link}`;
}

/** What every page's post is to be. Times that are staggered count from `now` where all are published at once. */
export function planPosts(input: CompositionInput, now: Date): PlannedPost[] {
  let turn = 0;
  return input.pages.map((page) => {
    const common = page.scheduledAt === undefined ? timeOf(input, turn, now) : null;
    if (common !== null) turn += 1;
    return {
      facebookPageId: page.facebookPageId,
      content: wordsOf(page, input),
      placement: input.placement,
      mediaType: mediaTypeOf(page, input),
      media: page.media ?? (page.mediaType === 'text' ? [] : input.media),
      hasOwnMedia: page.media !== undefined || page.mediaType !== undefined,
      scheduledAt: input.status === 'draft' ? null : (page.scheduledAt ?? common),
      publishNow: input.status === 'published' && common?.getTime() === now.getTime(),
    };
  });
}

function wordsOf(page: ChosenPage, input: CompositionInput): string {
  if (input.placement === 'story') return STORY_NAMES[needStoryKind(mediaTypeOf(page, input))];
  return withLink(page.content ?? input.content, page.link === undefined ? input.link : page.link);
}

/** The text of the pages that have none of their own, or what their stories are called. */
export function commonWords(input: CompositionInput): string {
  if (input.placement !== 'story') return withLink(input.content, input.link);
  return STORY_NAMES[input.mediaType === 'video' ? 'video' : 'image'];
}

function mediaTypeOf({ mediaType, media }: ChosenPage, input: CompositionInput): Post['mediaType'] {
  return mediaType ?? (media === undefined ? input.mediaType : typeOf(media, input));
}

/** Files of its own are of the kind of the others', where these have any. */
function typeOf(media: readonly Place[], { mediaType }: CompositionInput): Post['mediaType'] {
  if (media.length === 0) return 'text';
  return mediaType === 'text' ? 'image' : mediaType;
}

/** @param turn how many pages come before it */
function timeOf(
  { status, scheduledAt, atBestTime, nextSlot, staggerMinutes }: CompositionInput,
  turn: number,
  now: Date,
): Date | null {
  if (status === 'draft' || atBestTime || nextSlot !== null) return null;
  const first = status === 'published' ? now : scheduledAt;
  return first === null ? null : addMinutes(first, turn * staggerMinutes);
}

/** What contradicts itself, whatever pages and times there are. */
export function contradictions(input: CompositionInput): Issue[] {
  const { pages, status, atBestTime, staggerMinutes } = input;
  const issues: Issue[] = [...slotContradictions(input), ...storyContradictions(input)];
  if (pages.length === 0) issues.push({ path: 'pages', message: 'Choose at least one page.' });
  const seen = new Set<PageId>();
  for (const [place, { facebookPageId }] of pages.entries()) {
    if (seen.has(facebookPageId))
      issues.push({ path: `pages.${place}.facebookPageId`, message: 'This page is chosen twice.' });
    seen.add(facebookPageId);
  }
  if (atBestTime && status === 'published')
    issues.push({ path: 'atBestTime', message: 'Choose either Publish Now or the best time of each page.' });
  if (atBestTime && staggerMinutes > 0)
    issues.push({ path: 'staggerMinutes', message: 'Choose either minutes between pages or the best time of each.' });
  return issues;
}

/** A text that nobody would see is refused rather than dropped. */
function storyContradictions({ placement, content, link, pages }: CompositionInput): Issue[] {
  if (placement !== 'story') return [];
  const isWorded = (words: { content?: string; link?: string | null }) =>
    (words.content ?? '').trim() !== '' || (words.link ?? null) !== null;
  return [
    ...(isWorded({ content, link }) ? [{ path: 'content', message: NO_TEXT }] : []),
    ...pages.flatMap((page, place) => (isWorded(page) ? [{ path: `pages.${place}.content`, message: NO_TEXT }] : [])),
  ];
}

function slotContradictions({ nextSlot, status, scheduledAt, atBestTime, staggerMinutes }: CompositionInput): Issue[] {
  if (nextSlot === null) return [];
  if (status === 'scheduled' && scheduledAt === null && !atBestTime && staggerMinutes === 0) return [];
  return [{ path: 'nextSlot', message: 'Choose either the next free slot of each page or another time.' }];
}
