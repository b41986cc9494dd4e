import type { PageConfiguration } from '@pagecast/api/contract';

/** What the AI is asked for a sample of what it would write for a page, from the scope as it stands, saved or not. */
export function sampleOf({ pageId, pageName, contentScope, language }: PageConfiguration) {
  const scope = contentScope.trim();
  return {
    prompt: scope === '' ? `Write about ${pageName} in general.` : scope,
    language,
    length: 'Short',
    facebookPageId: pageId,
  } as const;
}
