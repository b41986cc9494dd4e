import { lengthLabel } from '@pagecast/api/contract';
import { contentTypeLabel } from '@pagecast/shell/kit';
import type { Draft } from '../drafts/draft.ts';

/**
 * The sentence sent to the writer. Source: spec section 7: content type, topic, tone, language and length, ending with
 * the hashtags.
 */
export function buildPrompt({
  contentType,
  keywords,
  tone,
  language,
  length,
  source,
}: Pick<Draft, 'contentType' | 'keywords' | 'tone' | 'language' | 'length' | 'source'>): string {
  const type = contentTypeLabel(contentType).toLowerCase();
  const topic = keywords.trim();
  const about = source !== undefined && topic === '' ? 'what the source says' : topic;
  return (
    `Write a ${type} post for Facebook about ${about}. Tone: ${tone.toLowerCase()}. ` +
    `Language: ${language}. Length: ${lengthLabel(length)}. Include relevant hashtags`
  );
}
