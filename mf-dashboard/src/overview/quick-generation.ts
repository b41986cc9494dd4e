import { lengthLabel, type DASHBOARD_CONTENT_TYPES, type generateContent } from '@pagecast/api/contract';
import type { CallInput, GenerationDraft } from '@pagecast/shell/kit';

export type QuickDraft = GenerationDraft<(typeof DASHBOARD_CONTENT_TYPES)[number]>;

/**
 * Null when content type or keywords are missing. The prompt is the keywords plus tone, language and length. Source:
 * spec section 7.
 */
export function readQuickDraft({
  contentType,
  keywords: typed,
  tone,
  language,
  length,
}: QuickDraft): CallInput<typeof generateContent>['body'] | null {
  const keywords = typed.trim();
  if (contentType === '' || keywords === '') return null;
  const prompt = `${keywords}. Tone: ${tone}. Language: ${language}. Length: ${lengthLabel(length)}`;
  return { prompt, contentType, keywords, tone, language, length };
}
