import {
  DEFAULT_LENGTH,
  LANGUAGES,
  TECH_CATEGORIES,
  TONES,
  type DraftFields,
  type GENERATOR_CONTENT_TYPES,
  FACEBOOK,
} from '@pagecast/api/contract';
import type { ScheduleValue } from '@pagecast/shell/kit';

export type GeneratorContentType = (typeof GENERATOR_CONTENT_TYPES)[number];
/**
 * Everything the composer holds. The two modes keep their texts apart, so that a look at the other one loses nothing.
 */
export type Draft = DraftFields;
export type Mode = Draft['mode'];

/** What the tech-site form holds. */
export type TechArticle = DraftFields['article'];

/** What a text that goes to several pages has beside it. */
export type Several = NonNullable<DraftFields['several']>;

/** A stored video of a draft. */
export type DraftVideo = NonNullable<Several['video']>;

/** The page or file that a draft is about. */
export type DraftSource = NonNullable<Draft['source']>;

/** A stored image of a draft. */
export type DraftImage = NonNullable<Several['images']>[number];

/** Several pages, beginning with the one that was chosen, if any. */
export function severalFrom(pageId: string): Several {
  return { pages: pageId === '' ? [] : [{ pageId }], spread: 'together', minutesApart: '10' };
}

/** The same post for several pages, with its images. */
export function toSeveral({ pageId, images = [] }: Draft): Pick<Draft, 'several' | 'images'> {
  return { several: { ...severalFrom(pageId), ...(images.length > 0 && { images }) }, images: undefined };
}

/** Back to the first of its pages. */
export function toOnePage({ pages: [first], images = [] }: Several): Pick<Draft, 'several' | 'images' | 'pageId'> {
  return { several: undefined, pageId: first?.pageId ?? '', images: images.length > 0 ? images : undefined };
}

const emptyArticle: TechArticle = {
  contentType: 'review',
  productName: '',
  newsCategory: TECH_CATEGORIES[0],
  content: null,
  generationId: 0,
};

const NO_SCHEDULE: ScheduleValue = { date: '', time: '' };

export const emptyDraft: Draft = {
  platform: FACEBOOK,
  mode: 'ai',
  pageId: '',
  contentType: '',
  keywords: '',
  tone: TONES[0],
  language: LANGUAGES[0],
  length: DEFAULT_LENGTH,
  generated: '',
  generationId: 0,
  replaced: '',
  replacedGenerationId: 0,
  manual: '',
  schedule: NO_SCHEDULE,
  failedPostId: 0,
  article: emptyArticle,
};

/** What is left for the next post once one went out. Source: spec section 2, Content Generator. */
export function afterSuccess(draft: Draft): Draft {
  const { article, platform, pageId, contentType, keywords, language, length } = draft;
  return { ...emptyDraft, article, platform, pageId, contentType, keywords, language, length };
}

/** What is left once the article went out. */
export function afterArticle(draft: Draft): Draft {
  return { ...draft, article: emptyArticle, source: undefined };
}

/** The text that would be published. */
export function contentOf(draft: Draft): string {
  return draft.mode === 'ai' ? draft.generated : draft.manual;
}

/** Whether there is something that would be missed. */
export function hasText({ generated, manual, article, several, source, images: own = [] }: Draft): boolean {
  const parts = several === undefined ? [] : [several, ...several.pages];
  const texts = parts.flatMap((part) => [part.link ?? '', 'content' in part ? (part.content ?? '') : '']);
  const hasFiles = own.length > 0 || several?.video !== undefined || parts.some(({ images = [] }) => images.length > 0);
  return (
    [generated, manual, ...texts].some((text) => text.trim() !== '') ||
    hasFiles ||
    article.content !== null ||
    source !== undefined
  );
}

/** True when date and time are both filled: the button then schedules. */
export function isScheduling({ schedule }: Draft): boolean {
  return schedule.date !== '' && schedule.time !== '';
}

/** Takes a generated text in. What it replaces can be brought back. */
export function withGenerated(
  draft: Draft,
  { content, generationId }: { content: string; generationId: number },
): Draft {
  return {
    ...draft,
    generated: content,
    generationId,
    replaced: draft.generated,
    replacedGenerationId: draft.generationId,
  };
}

/**
 * Takes one of several texts in. What was there before all of them can be brought back, however many were tried.
 */
export function withChosen(
  draft: Draft,
  chosen: { content: string; generationId: number },
  all: readonly string[],
): Draft {
  if (draft.generated === chosen.content) return draft;
  if (!all.includes(draft.generated)) return withGenerated(draft, chosen);
  return { ...draft, generated: chosen.content, generationId: chosen.generationId };
}

/** Which of the two texts of a draft. */
export type TextField = 'generated' | 'manual';

/** One of its texts, and the call to the AI that had a part in it; 0 when none did. */
export interface TextOfDraft {
  readonly text: string;
  readonly generationId: number;
}

export function textIn(draft: Draft, field: TextField): TextOfDraft {
  return field === 'generated'
    ? { text: draft.generated, generationId: draft.generationId }
    : { text: draft.manual, generationId: draft.manualGenerationId ?? 0 };
}

export function withText(draft: Draft, field: TextField, { text, generationId }: TextOfDraft): Draft {
  return field === 'generated'
    ? { ...draft, generated: text, generationId }
    : { ...draft, manual: text, manualGenerationId: generationId === 0 ? undefined : generationId };
}

/** Changes places with the text before; the same again undoes it. */
export function withPreviousText(draft: Draft): Draft {
  return {
    ...draft,
    generated: draft.replaced,
    generationId: draft.replacedGenerationId,
    replaced: draft.generated,
    replacedGenerationId: draft.generationId,
  };
}
