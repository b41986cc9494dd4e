import type { createPost, generateContent } from '@pagecast/api/contract';
import { mediaOfImages, readSchedule, whenOf, type CallInput } from '@pagecast/shell/kit';
import { tooLongForFacebook } from './check-text.ts';
import { contentOf, isScheduling, type Draft } from '../drafts/draft.ts';
import { buildPrompt } from './prompt.ts';

export type GenerationBody = CallInput<typeof generateContent>['body'];
export type PostBody = CallInput<typeof createPost>['body'];

/** What is missing, in the words of spec section 5, and the field that would mend it. */
export interface DraftProblem {
  readonly title: string;
  readonly description: string;
  readonly field: keyof Draft;
}

export function readGeneration(draft: Draft): { body: GenerationBody } | { problem: DraftProblem } {
  const { contentType, tone, language, length, source } = draft;
  const keywords = draft.keywords.trim();
  if (contentType === '')
    return {
      problem: { title: 'Missing Information', description: 'Please select a content type.', field: 'contentType' },
    };
  if (keywords === '' && source === undefined) {
    return {
      problem: {
        title: 'Missing Keywords',
        description: 'Please enter topic/keywords for content generation.',
        field: 'keywords',
      },
    };
  }
  return {
    body: {
      prompt: buildPrompt(draft),
      contentType,
      keywords,
      tone,
      language,
      length,
      facebookPageId: voicePage(draft),
      ...(draft.several !== undefined && { pageIds: draft.several.pages.map(({ pageId }) => Number(pageId)) }),
      ...(source !== undefined && { sourceId: source.id }),
    },
  };
}

/** The page in whose voice a text is written; null where it is for several, or for none yet. */
export function voicePage({ several, pageId }: Draft): number | null {
  return several === undefined && pageId !== '' ? Number(pageId) : null;
}

/**
 * The post that the action button would make. A half-filled schedule is a question, never a post that goes out at once.
 */
export function readPost(
  draft: Draft,
  { timeZone, now }: { timeZone: string; now: Date },
): { body: PostBody } | { problem: DraftProblem } {
  const content = contentOf(draft);
  const isAi = draft.mode === 'ai';
  if (content.trim() === '') {
    return {
      problem: isAi
        ? { title: 'No Content', description: 'Please generate content first.', field: 'generated' }
        : { title: 'No Content', description: 'Please enter your content.', field: 'manual' },
    };
  }
  if (draft.pageId === '') {
    const purpose = isScheduling(draft) ? 'schedule' : 'publish';
    return {
      problem: {
        title: 'Facebook Page Required',
        description: `Please select a Facebook page to ${purpose} this post.`,
        field: 'pageId',
      },
    };
  }

  const tooLong = tooLongForFacebook(content);
  if (tooLong !== null)
    return {
      problem: {
        title: isScheduling(draft) ? 'Schedule Failed' : 'Publish Failed',
        description: tooLong,
        field: isAi ? 'generated' : 'manual',
      },
    };

  const { date, time } = draft.schedule;
  const schedule = date === '' && time === '' ? null : readSchedule(draft.schedule, { timeZone, now });
  if (schedule !== null && 'problem' in schedule) return { problem: { ...schedule.problem, field: 'schedule' } };

  const keywords = draft.keywords.trim();
  const { images = [] } = draft;
  const generationId = isAi ? draft.generationId : (draft.manualGenerationId ?? 0);
  return {
    body: {
      content,
      ...(images.length > 0 && { mediaType: 'image', mediaData: mediaOfImages(images) }),
      ...(draft.contentType !== '' && { contentType: draft.contentType }),
      tone: draft.tone.toLowerCase(),
      keywords: isAi && keywords !== '' ? keywords : null,
      isAiGenerated: isAi || generationId !== 0,
      status: schedule === null ? 'published' : 'scheduled',
      ...(schedule === null
        ? { scheduledAt: null }
        : whenOf(draft.schedule, { at: schedule.at, pageId: Number(draft.pageId) })),
      facebookPageId: Number(draft.pageId),
      publishPlatform: draft.platform,
      ...(generationId !== 0 && { generationId }),
    },
  };
}
