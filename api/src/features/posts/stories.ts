import { STORY_HOURS, STORY_NAMES } from '../../contract/stories.ts';
import type { NewFiles } from './new-files.ts';
import type { PostInput } from './post-input.ts';
import { invalid } from './post-preconditions.ts';
import type { Post } from './post.ts';

export const NO_TEXT = 'A story shows no text. Leave the text empty, or post it to the page instead.';
const ONE_FILE = 'A story is one image or one video. Choose an image or a video for it.';

/**
 * A new post as it is kept: a story has no words, and lists call it by what it is.
 * @throws InvalidInputError for a story with words, or without a file
 */
export function withItsWords<Input extends Pick<PostInput, 'content' | 'placement' | 'media'>>(input: Input): Input {
  const { content, placement, media } = input;
  if (placement !== 'story') return input;
  if (content.trim() !== '') throw invalid('content', NO_TEXT);
  return { ...input, content: STORY_NAMES[needStoryKind(media?.type)] };
}

/** @throws InvalidInputError for what cannot be a story */
export function needStoryKind(mediaType: Post['mediaType'] | undefined): keyof typeof STORY_NAMES {
  if (mediaType !== 'image' && mediaType !== 'video') throw invalid('mediaType', ONE_FILE);
  return mediaType;
}

/**
 * What of a text that somebody sends along with another change becomes the post's.
 * @throws InvalidInputError for a story with words
 */
export function newWordsOf(
  { placement, content: known }: Post,
  content: string | undefined,
  files?: Pick<NewFiles, 'mediaType'>,
): { content?: string } {
  if (placement !== 'story') return content === undefined ? {} : { content };
  if (content !== undefined && content !== known) throw invalid('content', NO_TEXT);
  return files === undefined ? {} : { content: STORY_NAMES[needStoryKind(files.mediaType)] };
}

/** When followers stop seeing it; null for what is no story, or not out. */
export function storyEndsAt({ placement, publishedAt }: Pick<Post, 'placement' | 'publishedAt'>): Date | null {
  if (placement !== 'story' || publishedAt === null) return null;
  return new Date(publishedAt.getTime() + STORY_HOURS * 3_600_000);
}
