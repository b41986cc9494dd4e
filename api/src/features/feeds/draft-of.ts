import type { DraftFields } from '../../contract/composing.ts';
import { DEFAULT_LENGTH, TECH_CATEGORIES, TONES } from '../../contract/generation.ts';
import { FACEBOOK } from '../../contract/networks.ts';
import type { KeptSource } from '../sources/sources.repository.ts';
import type { Feed } from './feeds.repository.ts';

/**
 * A draft about an item. Where it goes and how it is written are its feed's; of what the item says it holds the title
 * alone, as the name of its source.
 */
export function draftOf({ facebookPageId, language }: Feed, source: KeptSource): DraftFields {
  return {
    platform: FACEBOOK,
    mode: 'ai',
    pageId: String(facebookPageId),
    contentType: 'article',
    keywords: '',
    tone: TONES[0],
    language,
    length: DEFAULT_LENGTH,
    source: {
      id: source.id,
      title: source.title,
      name: source.name,
      ...(source.address !== null && { address: source.address }),
    },
    generated: '',
    generationId: 0,
    replaced: '',
    replacedGenerationId: 0,
    manual: '',
    schedule: { date: '', time: '' },
    failedPostId: 0,
    article: {
      contentType: 'news',
      productName: '',
      newsCategory: TECH_CATEGORIES[0],
      content: null,
      generationId: 0,
    },
  };
}
