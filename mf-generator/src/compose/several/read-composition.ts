import type { createComposition } from '@pagecast/api/contract';
import { mediaOfImages, type CallInput } from '@pagecast/shell/kit';
import { readPost, type DraftProblem, type PostBody } from '../read-draft.ts';
import type { Draft, DraftImage, Several } from '../../drafts/draft.ts';
import { atInstant, draftOf, linkOf, MOST_MINUTES, readMinutes, spreadOf, type SeveralPage } from './several.ts';
import { isStory, withStoryName } from './story.ts';

export type CompositionBody = CallInput<typeof createComposition>['body'];

type Reading = { readonly body: CompositionBody } | { readonly problem: DraftProblem; readonly pageId?: string };

/**
 * The composition that the action button would make, or what is missing and for which page.
 * @param nameOf the name of a page
 */
export function readComposition(
  draft: Draft,
  several: Several,
  { timeZone, now, nameOf }: { timeZone: string; now: Date; nameOf: (pageId: string) => string },
): Reading {
  const [first] = several.pages;
  const asStory = isStory(several);
  const worded = asStory ? withStoryName(draft, several) : draft;
  const common = readPost(
    { ...worded, ...atInstant(draft), pageId: first?.pageId ?? '', failedPostId: 0 },
    { timeZone, now },
  );
  if ('problem' in common) return common;
  const staggerMinutes = spreadOf(several) === 'apart' ? readMinutes(several.minutesApart) : 0;
  if (staggerMinutes === null)
    return {
      problem: {
        title: 'Minutes Between Pages',
        description: `Enter a whole number of minutes, up to ${MOST_MINUTES.toLocaleString('en')}.`,
        field: 'several',
      },
    };
  if (!asStory && isNoLink(several.link)) return { problem: NO_LINK };
  const pages = [];
  for (const given of several.pages) {
    const page = asStory ? withoutWords(given) : given;
    const own = isNoLink(page.link)
      ? { problem: NO_LINK }
      : readPost(draftOf(worded, several, page), { timeZone, now });
    if ('problem' in own)
      return {
        problem: { ...own.problem, description: `${nameOf(page.pageId)}: ${own.problem.description}` },
        pageId: page.pageId,
      };
    pages.push({
      facebookPageId: Number(page.pageId),
      ...(page.content !== undefined && { content: page.content }),
      ...(page.link !== undefined && { link: linkOf(page.link) }),
      ...(page.images !== undefined && mediaOf(page.images)),
      ...(page.schedule !== undefined && own.body.scheduledAt != null && { scheduledAt: own.body.scheduledAt }),
    });
  }
  const isOwnTimes = ['best', 'slots'].includes(spreadOf(several));
  const { status, scheduledAt } = common.body;
  return {
    body: {
      ...(asStory ? { placement: 'story' as const } : wordsOf(several, common.body)),
      ...filesOf(several),
      status: isOwnTimes ? 'scheduled' : status,
      ...whenOf(several, scheduledAt ?? null),
      ...(staggerMinutes > 0 && { staggerMinutes }),
      pages,
    },
  };
}

function wordsOf(several: Several, body: PostBody) {
  const { content = '', contentType, tone, keywords, isAiGenerated, generationId } = body;
  return {
    content,
    link: linkOf(several.link),
    ...(contentType !== undefined && { contentType }),
    tone: tone ?? null,
    keywords: keywords ?? null,
    isAiGenerated: isAiGenerated ?? false,
    ...(generationId !== undefined && { generationId }),
  };
}

/** Nothing to read is shown with a story; what was written for the page stays in the draft. */
function withoutWords({ content: _content, link: _link, ...page }: SeveralPage): SeveralPage {
  return page;
}

/** From which time on, or at which. */
function whenOf(
  several: Several,
  scheduledAt: string | null,
): Pick<CompositionBody, 'scheduledAt' | 'atBestTime' | 'nextSlot'> {
  const spread = spreadOf(several);
  if (spread === 'slots') return { scheduledAt: null, nextSlot: scheduledAt === null ? {} : { from: scheduledAt } };
  return { scheduledAt, ...(spread === 'best' && { atBestTime: true }) };
}

const NO_LINK: DraftProblem = {
  title: 'Link Not Valid',
  description: 'Enter an address that begins with http:// or https://, or leave the field empty.',
  field: 'several',
};
/** Not empty, and nothing that Facebook would make a link of. */
export const isNoLink = (link = '') => link.trim() !== '' && !/^https?:\/\/[^\s/]\S*$/i.test(link.trim());

function filesOf({ images, video }: Several): Pick<CompositionBody, 'mediaType' | 'media'> {
  if (video !== undefined) return { mediaType: video.isReel ? 'reel' : 'video', media: [{ id: video.id }] };
  return images === undefined ? {} : mediaOf(images);
}

/** An empty list: none, where the others have some. */
function mediaOf(images: readonly DraftImage[]): Pick<CompositionBody, 'mediaType' | 'media'> {
  if (images.length === 0) return { mediaType: 'text', media: [] };
  return { mediaType: 'image', media: mediaOfImages(images) };
}
