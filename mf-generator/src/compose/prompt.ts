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
}: Pick<Draft, 'contentType' | 'keywords' | 'tone' | 'language' | 'length'>): string {
  const type = contentTypeLabel(contentType).toLowerCase();
  return (
    `Write a ${type} post for Facebook about ${keywords.trim()}. Tone: ${tone.toLowerCase()}. ` +
    `Language: ${language}. Length: ${lengthLabel(length)}. Include relevant hashtags`
  );
}
