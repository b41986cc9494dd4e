import { SCHEDULED_EXCERPT_LENGTH } from '@pagecast/api/contract';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first 100 characters, as people count them, with dots where something is left out. Source: spec section 9. */
export function excerpt(content: string, length: number = SCHEDULED_EXCERPT_LENGTH): string {
  const characters = Array.from(segmenter.segment(content), ({ segment }) => segment);
  return characters.length <= length ? content : `${characters.slice(0, length).join('').trimEnd()}...`;
}
