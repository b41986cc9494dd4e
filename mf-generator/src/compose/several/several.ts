import {
  afterSuccess,
  contentOf,
  emptyDraft,
  severalFrom,
  type Draft,
  type DraftImage,
  type DraftVideo,
  type Several,
} from '../../drafts/draft.ts';
import { isStory } from './story.ts';

export type SeveralPage = Several['pages'][number];

/** How the pages follow each other. */
export type Spread = Several['spread'] | 'slots';

export function spreadOf({ spread, isInSlots = false }: Several): Spread {
  return isInSlots ? 'slots' : spread;
}

export function withSpread({ isInSlots: _isInSlots, ...several }: Several, spread: Spread): Several {
  return spread === 'slots' ? { ...several, spread: 'together', isInSlots: true } : { ...several, spread };
}

/** The draft as it stands for one page, the link below its text. */
export function draftOf(draft: Draft, several: Several, page: SeveralPage): Draft {
  const content = withLink(page.content ?? contentOf(draft), page.link ?? several.link);
  return {
    ...draft,
    pageId: page.pageId,
    ...(draft.mode === 'ai' ? { generated: content } : { manual: content }),
    ...atInstant({ schedule: page.schedule ?? draft.schedule }),
    failedPostId: 0,
  };
}

/** The time as it stands: a slot is booked for one page alone, and its instant is as good for several. */
export function atInstant({
  schedule: { slot: _slot, ...schedule },
}: Pick<Draft, 'schedule'>): Pick<Draft, 'schedule'> {
  return { schedule };
}

/** An address as it is sent; null: none. */
export const linkOf = (link = '') => (link.trim() === '' ? null : link.trim());

/** As the server puts it there. */
function withLink(content: string, link: string | undefined): string {
  const address = linkOf(link);
  // A link alone is no text.
  return address === null || content.trim() === '' || content.includes(address)
    ? content
    : `${content.trimEnd()}\n\n${address}`;
}

/** A page's text as it stands, put right: without the link that was put below it, which has a field of its own. */
export function withoutLink(repaired: string, draft: Draft, several: Several, page: SeveralPage): string {
  const written = page.content ?? contentOf(draft);
  const shown = contentOf(draftOf(draft, several, page));
  const link = shown === written ? '' : shown.slice(written.trimEnd().length);
  return repaired.endsWith(link) ? repaired.slice(0, repaired.length - link.length) : repaired;
}

export function imagesOf({ images }: Several, page: SeveralPage): readonly DraftImage[] {
  return page.images ?? images ?? [];
}

/** The video of a page: images of its own stand in its place. */
export function videoOf({ video }: Several, page: SeveralPage): DraftVideo | undefined {
  return page.images === undefined ? video : undefined;
}

const DIFFERENCES = {
  content: 'Own text',
  link: 'Own link',
  images: 'Own images',
  schedule: 'Own time',
} as const satisfies Record<keyof Own, string>;

/** What a page may have of its own. */
export type Own = Omit<SeveralPage, 'pageId'>;

/** What a page has that the others have not, in words. */
export function differencesOf(page: SeveralPage): string[] {
  const own = Object.keys(DIFFERENCES) as (keyof Own)[];
  return own.flatMap((name) => (page[name] === undefined ? [] : [DIFFERENCES[name]]));
}

/** With these pages alone; one that was among them keeps what it has of its own. */
export function withPages(several: Several, pageIds: readonly string[]): Several {
  const known = new Map(several.pages.map((page) => [page.pageId, page]));
  return { ...several, pages: [...new Set(pageIds)].map((pageId) => known.get(pageId) ?? { pageId }) };
}

/** A page and its own time. */
export type OwnTime = readonly [pageId: string, schedule: NonNullable<SeveralPage['schedule']>];

export function withOwnTimes(several: Several, times: readonly OwnTime[]): Several {
  const timeOf = new Map(times);
  return {
    ...several,
    pages: several.pages.map((page) => {
      const schedule = timeOf.get(page.pageId);
      return schedule === undefined ? page : { ...page, schedule };
    }),
  };
}

/** With this of its own for one page; undefined: what all have. */
export function withOwn(several: Several, pageId: string, own: Partial<Own>): Several {
  return {
    ...several,
    pages: several.pages.map((page) => (page.pageId === pageId ? withoutEmpty({ ...page, ...own }) : page)),
  };
}

function withoutEmpty({ pageId, ...own }: SeveralPage): SeveralPage {
  return { pageId, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) };
}

/** Without what nobody has written or chosen. */
export function withCommon(several: Several, { link = several.link, images = several.images }: Common): Several {
  const { link: _link, images: _images, ...rest } = several;
  return {
    ...rest,
    ...(link !== undefined && link !== '' && { link }),
    ...(images !== undefined && images.length > 0 && { images: [...images] }),
  };
}
/** With this video in place of images, or without one. */
export function withVideo({ video: _video, images: _images, ...several }: Several, video?: DraftVideo): Several {
  return { ...several, ...(video !== undefined && { video }) };
}

interface Common {
  readonly link?: string | undefined;
  readonly images?: readonly DraftImage[] | undefined;
}

export const MOST_MINUTES = 1440;
/** null: not a whole number of minutes up to a day. */
export function readMinutes(typed: string): number | null {
  const minutes = Number(typed.trim());
  return /^\d{1,4}$/.test(typed.trim()) && minutes <= MOST_MINUTES ? minutes : null;
}

/** What is left for the next text: the same pages, with nothing of their own. */
export function afterComposition(draft: Draft, several: Several): Draft {
  const pages = several.pages.map(({ pageId }) => ({ pageId }));
  // A story went out without the text, which is still there for a post.
  const rest = isStory(several) ? { ...draft, schedule: emptyDraft.schedule } : afterSuccess(draft);
  return { ...rest, several: { ...severalFrom(''), pages } };
}
