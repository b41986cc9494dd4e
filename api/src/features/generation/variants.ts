import { VARIANTS } from '../../contract/generation.ts';
import { rendered, type Ask } from '../../prompts/prompt.ts';
import type { Writing } from '../../prompts/writing.ts';
import { likenessOf, signsOf } from '../proposals/likeness.ts';
import { askForText, type TextRequest } from './text-generator.ts';

/**
 * Signs that two texts have in common. Posts of one page about one thing have up to about 0.65 of them.
 * A short text within a long one counts as 0.6: neither is the same text in a few other words.
 */
const ALIKE = 0.7;

/** What the AI is asked for each variant of a post: as for one, and told to differ from the others. */
export function askForVariants(request: TextRequest, writing: Writing): Ask[] {
  const post = askForText(request, writing);
  return Array.from({ length: VARIANTS }, (_, place) => {
    const when = (mine: number) => (place === mine ? 'yes' : null);
    const { rules } = rendered(writing.prompt('variant'), { isFirst: when(0), isSecond: when(1), isThird: when(2) });
    return { ...post, rules: `${post.rules}\n${rules}` };
  });
}

/** Which variants are nearly the same, by their places, the earlier one first. null: there is none. */
export function alikeOf(texts: readonly (string | null)[]): [number, number][] {
  const signs = texts.map((text) => (text === null ? null : signsOf(text)));
  return signs.flatMap((one, place) =>
    signs.slice(place + 1).flatMap((other, further): [number, number][] => {
      const areAlike = one !== null && other !== null && likenessOf(one, other) >= ALIKE;
      return areAlike ? [[place, place + 1 + further]] : [];
    }),
  );
}
