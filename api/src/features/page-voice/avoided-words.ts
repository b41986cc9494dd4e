/** A part of a text that says a word which its page never says. */
export interface AvoidedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Where a text says the words that a page never says, in any letter case, as words of their own: "cheap" is not in
 * "cheaper".
 */
export function avoidedWordsIn(text: string, words: readonly string[]): AvoidedWord[] {
  const named = words.map((word) => word.trim()).filter((word) => word !== '');
  if (named.length === 0) return [];
  // The longest first, so that "dirt cheap" is not found as "cheap".
  const either = named
    .toSorted((a, b) => b.length - a.length)
    .map((word) => RegExp.escape(word).replaceAll(/(?:\\x20|\s)+/g, '\\s+'))
    .join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${either})(?![\\p{L}\\p{N}])`, 'giu');
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  }));
}
