import type { FeedItem } from '../sources/reading/feed-items.ts';
import type { FeedChoices } from './feeds.repository.ts';

/** Whether an item is one that its owner wants, by its title and its beginning. */
export function passes(
  { title, beginning }: Pick<FeedItem, 'title' | 'beginning'>,
  { wordsIn, wordsOut }: Pick<FeedChoices, 'wordsIn' | 'wordsOut'>,
): boolean {
  const text = `${title}\n${beginning}`;
  const says = (word: string) => holdsWord(text, word);
  return !wordsOut.some(says) && (wordsIn.length === 0 || wordsIn.some(says));
}

/** As a word of its own: "art" is not in "party". */
function holdsWord(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'iu').test(text);
}
