import type { Post } from '@pagecast/api/contract';
import { areSameImages, imagesOfPost, mediaOfImages, type PostImage } from './post-image.ts';
import { readSchedule, type ScheduleProblem } from '../time/read-schedule.ts';
import { scheduleValueOf, type ScheduleValue } from '../time/schedule-value.ts';

/** What `PATCH /api/posts/:id` is to change; empty when nothing is. */
export interface PostEdit {
  content?: string;
  media?: { id: number; altText: string | null }[];
  scheduledAt?: string;
  facebookPageId?: number;
}

/** What the fields hold; `pageId` as a select does, empty when none is chosen. */
export interface PostFields {
  content: string;
  images: readonly PostImage[];
  pageId: string;
  schedule: ScheduleValue;
}

/**
 * Compares the fields with the post. A time that was not touched is not judged: a failed post's text may be edited
 * after its time.
 */
export function readPostEdit(
  post: Pick<Post, 'content' | 'scheduledAt' | 'facebookPageId' | 'mediaType' | 'media'>,
  { content, images, pageId, schedule }: PostFields,
  { timeZone, now }: { timeZone: string; now: Date },
): { edit: PostEdit } | { problem: ScheduleProblem } {
  if (content.trim() === '') return { problem: { title: 'No Content', description: 'Please enter your content.' } };
  const edit: PostEdit = {
    ...(content !== post.content && { content }),
    ...(!areSameImages(images, imagesOfPost(post)) && { media: mediaOfImages(images) }),
    ...(pageId !== '' && Number(pageId) !== post.facebookPageId && { facebookPageId: Number(pageId) }),
  };

  const before = scheduleValueOf(post.scheduledAt, timeZone);
  if (schedule.date === before.date && schedule.time === before.time && schedule.occurrence === before.occurrence)
    return { edit };
  const reading = readSchedule(schedule, { timeZone, now, bothNeeded: 'Please select both date and time.' });
  return 'problem' in reading ? reading : { edit: { ...edit, scheduledAt: reading.at.toISOString() } };
}
