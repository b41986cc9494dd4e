import { ANDS, ARTICLES, HALVES, NUMBERS, SCALES, WHOLE_SCALES } from './lexicon.ts';
import { isSign, type Read } from './reading.ts';
import type { Token } from './tokens.ts';

/** Letters that multiply a number that they stand at. */
const SHORT_SCALES: Readonly<Record<string, number>> = { k: 1000, jt: 1e6 };
/** Longer runs of digits are numbers of something, not amounts. */
const MOST_DIGITS = 15;

export interface ReadNumber extends Read<readonly number[]> {
  readonly isInWords: boolean;
}

/**
 * A number in digits or words. Where what is written may mean two, as 1.200 does, both are values.
 * A single "one" is no number: it is an article in both languages.
 */
export function readNumber(tokens: readonly Token[], from: number): ReadNumber | null {
  const token = tokens[from];
  if (token === undefined) return null;
  return token.kind === 'digits' ? readDigits(tokens, from) : readWords(tokens, from);
}

function readDigits(tokens: readonly Token[], from: number): ReadNumber | null {
  const token = tokens[from];
  if (token === undefined || token.text.length > MOST_DIGITS) return null;
  let { values, next } = withSpaces(tokens, from);
  const short = tokens[next];
  const scale = short?.isGlued === true ? SHORT_SCALES[short.lower] : undefined;
  if (scale !== undefined) {
    values = values.map((value) => value * scale);
    next += 1;
  }
  for (
    let word = SCALES.get(tokens[next]?.lower ?? '');
    word !== undefined;
    word = SCALES.get(tokens[next]?.lower ?? '')
  ) {
    const times = word;
    values = values.map((value) => value * times);
    next += 1;
  }
  return { value: values, next, isInWords: false };
}

/** '1 200' is one number where groups of three follow. */
function withSpaces(tokens: readonly Token[], from: number): { values: number[]; next: number } {
  let text = tokens[from]?.text ?? '';
  let next = from + 1;
  if (/^\d{1,3}$/.test(text)) {
    while (
      /^\d{3}$/.test(tokens[next]?.text ?? '') &&
      tokens[next]?.isOnNewLine === false &&
      text.length < MOST_DIGITS
    ) {
      text += tokens[next]?.text ?? '';
      next += 1;
    }
  }
  return { values: valuesOf(text), next };
}

/** '1,200' → 1200; '1.200' → 1.2 and 1200; '6,5' → 6.5 and 65 is none. */
export function valuesOf(text: string): number[] {
  const parts = text.split(/[.,]/);
  if (parts.length === 1) return [Number(text)];
  const [whole = '', ...rest] = parts;
  const areGroups = whole.length <= 3 && rest.every((part) => part.length === 3);
  const decimals = parts.at(-1) ?? '';
  const asDecimal = Number(`${parts.slice(0, -1).join('')}.${decimals}`);
  if (!areGroups) return [asDecimal];
  const asGroups = Number(parts.join(''));
  return rest.length === 1 && text.includes('.') ? [asGroups, asDecimal] : [asGroups];
}

function readWords(tokens: readonly Token[], from: number): ReadNumber | null {
  let total = 0;
  let hundreds = 0;
  let small = 0;
  let next = from;
  let isAnything = false;
  // "a hundred", "a dozen"
  if (ARTICLES.has(tokens[next]?.lower ?? '')) {
    if (!SCALES.has(tokens[next + 1]?.lower ?? '')) return null;
    next += 1;
  }
  for (; next < tokens.length; next += 1) {
    if (isSign(tokens[next], '-') && isAnything && NUMBERS.has(tokens[next + 1]?.lower ?? '')) continue;
    const word = tokens[next]?.lower ?? '';
    if (ANDS.has(word) && hundreds + total > 0 && small === 0 && NUMBERS.has(tokens[next + 1]?.lower ?? '')) continue;
    const value = NUMBERS.get(word);
    const scale = SCALES.get(word);
    const whole = WHOLE_SCALES.get(word);
    if (value !== undefined) {
      if (isAnything && small !== 0 && (small % 10 !== 0 || value >= 10 || small < 20)) break;
      small += value;
    } else if (scale === 10) {
      small = word === 'belas' ? small + 10 : (small || 1) * 10;
    } else if (scale === 100) {
      hundreds += (small || 1) * 100;
      small = 0;
    } else if (scale === 12) {
      small = (small || 1) * 12;
    } else if (scale !== undefined) {
      total += (hundreds + small || 1) * scale;
      [hundreds, small] = [0, 0];
    } else if (whole === 100) {
      hundreds += 100;
    } else if (whole !== undefined) {
      total += whole;
    } else break;
    isAnything = true;
  }
  if (!isAnything) return null;
  const value = total + hundreds + small;
  return {
    value: [value + halfAfter(tokens, next, value)],
    next: next + (halfAfter(tokens, next, value) > 0 ? 1 : 0),
    isInWords: true,
  };
}

/** "dua setengah jam", "two and a half hours" is read by `readHalf`. */
function halfAfter(tokens: readonly Token[], at: number, value: number): number {
  return value < 100 && HALVES.has(tokens[at]?.lower ?? '') && tokens[at]?.lower !== 'half' ? 0.5 : 0;
}
