import { addMinutes } from 'date-fns/addMinutes';
import type { TooClose } from '../../contract/compositions.ts';
import type { PageId } from '../../contract/ids.ts';
import type { Issue } from '../../http/errors.ts';
import type { Place } from '../media/media.repository.ts';
import type { Post } from '../posts/post.ts';
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
  readonly content: string;
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
      content: withLink(page.content ?? input.content, page.link === undefined ? input.link : page.link),
      mediaType: page.mediaType ?? (page.media === undefined ? input.mediaType : typeOf(page.media, input)),
      media: page.media ?? (page.mediaType === 'text' ? [] : input.media),
      hasOwnMedia: page.media !== undefined || page.mediaType !== undefined,
      scheduledAt: input.status === 'draft' ? null : (page.scheduledAt ?? common),
      publishNow: input.status === 'published' && common?.getTime() === now.getTime(),
    };
  });
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
  const issues: Issue[] = slotContradictions(input);
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

function slotContradictions({ nextSlot, status, scheduledAt, atBestTime, staggerMinutes }: CompositionInput): Issue[] {
  if (nextSlot === null) return [];
  if (status === 'scheduled' && scheduledAt === null && !atBestTime && staggerMinutes === 0) return [];
  return [{ path: 'nextSlot', message: 'Choose either the next free slot of each page or another time.' }];
}
