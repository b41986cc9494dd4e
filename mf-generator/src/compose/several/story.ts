import { STORY_NAMES, STORY_SECONDS, type MediaFile } from '@pagecast/api/contract';
import { libraryFileName } from '@pagecast/shell/kit';
import type { Draft, DraftVideo, Several } from '../../drafts/draft.ts';

/** A stored video, as a draft has it. */
export function videoFrom(file: MediaFile): DraftVideo {
  const { id, width, height, durationSeconds } = file;
  const name = libraryFileName({ ...file, kind: 'video' });
  return { id, width, height, name, isReel: false, durationSeconds };
}

/** Sides are whole numbers, and durations end with a frame. */
const TOLERANCE = 0.02;
const SECONDS_TOLERANCE = 0.2;

/** Whether each page has one image, or a video as stories take them. The server looks at the rest when it is sent. */
export function canBeStory({ images = [], video, pages }: Several): boolean {
  const areOwn = pages.length > 0 && pages.every((page) => page.images !== undefined);
  const isCommon = areOwn || (video === undefined ? images.length === 1 : isForStory(video));
  return isCommon && pages.every((page) => page.images === undefined || page.images.length === 1);
}

function isForStory({ width, height, durationSeconds, isReel }: DraftVideo): boolean {
  const isUpright = width === null || height === null || Math.abs((width / height) * (16 / 9) - 1) <= TOLERANCE;
  const seconds = durationSeconds ?? STORY_SECONDS.shortest;
  const { shortest, longest } = STORY_SECONDS;
  return !isReel && isUpright && seconds >= shortest - SECONDS_TOLERANCE && seconds <= longest + SECONDS_TOLERANCE;
}

/** What was asked for counts while it can be. */
export function isStory(several: Several): boolean {
  return several.isStory === true && canBeStory(several);
}

/** With the name of a story in the place of its words, which it has none of. */
export function withStoryName(draft: Draft, { video }: Several): Draft {
  const name = STORY_NAMES[video === undefined ? 'image' : 'video'];
  return { ...draft, mode: 'manual', manual: name };
}

/** Whether both have the same files for all. */
export function haveSameFiles(some: Several, others: Several | undefined): boolean {
  const idsOf = ({ images = [], video }: Several) =>
    [...images, ...(video === undefined ? [] : [video])].map(({ id }) => id);
  return others !== undefined && idsOf(some).join() === idsOf(others).join();
}
