const WORD = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;
const TAG = /#[\p{L}\p{N}_]+/gu;

/** Words of a text as its reader counts them; hashtags are none. */
export function countWords(text: string): number {
  return text.replaceAll(TAG, ' ').match(WORD)?.length ?? 0;
}

/** Models count badly, and nobody else counts at all. */
const TOLERANCE = 0.2;

/** Whether a text has clearly fewer or more words than asked for; null when it has about as many. */
export function lengthFlaw(text: string, [least, most]: readonly [number, number]): 'short' | 'long' | null {
  const words = countWords(text);
  if (words < least * (1 - TOLERANCE)) return 'short';
  return words > most * (1 + TOLERANCE) ? 'long' : null;
}
