import type { Foreign } from './foreign-shape.ts';

/** Flags of England, Scotland and Wales: the only plain use of the invisible letters of tags. */
const FLAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  (tag) => `\\u{1F3F4}${Array.from(`${tag}\u007f`, (letter) => `\\u{${tagOf(letter)}}`).join('')}`,
);
function tagOf(letter: string): string {
  return (0xe0000 + letter.charCodeAt(0)).toString(16);
}

/**
 * Characters that nobody sees, or that turn around what people see. A joiner or a selector between two visible ones is
 * part of emoji and of many scripts; several in a row carry hidden words.
 */
const TRICKS = new RegExp(
  [
    `(${FLAGS.join('|')})`,
    // Controls but for the end of a line and the tab, the end of a line of another kind among them.
    '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029]',
    // Marks, embeddings, overrides and isolates of direction.
    '[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u206a-\\u206f]',
    // Blanks without a width, fillers, annotations, and what Unicode keeps for tags.
    '[\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b]',
    '[\\u2060-\\u2065\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb]',
    '[\\u{e0000}-\\u{e0fff}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}]',
    '[\\u200c\\u200d\\ufe00-\\ufe0f]{3,}',
    // Half of a character.
    '\\p{Surrogate}',
  ].join('|'),
  'gu',
);

/** @param most characters that are shown at most */
export function foreign(text: string, most = 500): Foreign {
  let hidden = 0;
  // Looked at no further than it can be shown: a text may be long.
  const isLong = text.length > most * 2;
  const shown = (isLong ? text.slice(0, most * 2) : text).replace(/\r\n?/g, '\n').replace(TRICKS, (found, flag) => {
    if (flag !== undefined) return found;
    hidden += Array.from(found).length;
    return '';
  });
  const letters = shown.slice(0, most);
  const isCut = isLong || shown.length > most;
  return {
    untrusted: isCut ? letters.replace(/\p{Surrogate}$/u, '') : letters,
    ...(isCut ? { isCut: true } : {}),
    ...(hidden > 0 ? { hiddenCharacters: hidden } : {}),
  };
}

export function foreignOrNull(text: string | null | undefined, most?: number): Foreign | null {
  return text === null || text === undefined || text === '' ? null : foreign(text, most);
}
