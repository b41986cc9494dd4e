import type { createPost, PostedMedia, publishMediaPost } from '@pagecast/api/contract';
import { readSchedule, whenOf, type CallInput } from '@pagecast/shell/kit';
import type { Draft, ReadyFile } from './draft.ts';
import { kindOf } from './post-types.ts';

export type PublishBody = CallInput<typeof publishMediaPost>['body'];
export type ScheduleBody = CallInput<typeof createPost>['body'];
export type Reading = { publish: PublishBody } | { schedule: ScheduleBody; at: Date };

export type FieldName = 'page' | 'content' | 'files' | 'schedule';
export interface DraftProblem {
  readonly message: string;
  readonly field: FieldName;
}

const BOTH_NEEDED = 'Please select both date and time for scheduling';
const PAST = 'Scheduled time must be in the future';

/**
 * What is missing before anything is sent, in the words of spec section 5.
 * @param fileCount files chosen, also those still on their way
 */
export function findProblem(
  draft: Draft,
  fileCount: number,
  clock: { timeZone: string; now: Date },
): DraftProblem | null {
  if (draft.pageId === '') return { message: 'Please select a Facebook page', field: 'page' };
  if (draft.postType !== 'story' && draft.content.trim() === '')
    return { message: 'Please enter content for your post', field: 'content' };
  if (kindOf(draft.postType) !== null && fileCount === 0)
    return { message: 'Please select a media file', field: 'files' };
  if (!draft.isScheduled) return null;
  if (draft.schedule.date === '' || draft.schedule.time === '') return { message: BOTH_NEEDED, field: 'schedule' };
  const reading = readSchedule(draft.schedule, { ...clock, bothNeeded: BOTH_NEEDED });
  if ('at' in reading) return null;
  // A time that the clocks of that day leave out is told as such.
  return {
    message: reading.problem.description.startsWith('Please') ? PAST : reading.problem.description,
    field: 'schedule',
  };
}

/** What to send, once every file is there. Source of the fixed values: spec section 9. */
export function readDraft(draft: Draft, files: readonly ReadyFile[], clock: { timeZone: string; now: Date }): Reading {
  const what = { ...contentOf(draft, files), mediaData: mediaDataOf(files) };
  const reading = draft.isScheduled ? readSchedule(draft.schedule, clock) : null;
  if (reading === null || 'problem' in reading) return { publish: { pageId: Number(draft.pageId), ...what } };
  return {
    at: reading.at,
    schedule: {
      ...what,
      contentType: 'promotional',
      tone: 'professional',
      facebookPageId: Number(draft.pageId),
      status: 'scheduled',
      ...whenOf(draft.schedule, { at: reading.at, pageId: Number(draft.pageId) }),
    },
  };
}

/** A story has no text, and is what its file is. */
function contentOf({ postType, content }: Draft, [file]: readonly ReadyFile[]) {
  if (postType !== 'story') return { content, mediaType: postType, isReel: postType === 'reel' };
  const isVideo = file?.media.mimeType.startsWith('video/') === true;
  return { placement: 'story', mediaType: isVideo ? 'video' : 'image' } as const;
}

function mediaDataOf(files: readonly ReadyFile[]): string | PostedMedia[] | null {
  const [only] = files;
  if (only === undefined) return null;
  if (files.length === 1 && only.altText.trim() === '' && only.media.altText === null) return String(only.media.id);
  return files.map(({ media, altText }) => ({ id: media.id, altText: altText.trim() === '' ? null : altText.trim() }));
}
