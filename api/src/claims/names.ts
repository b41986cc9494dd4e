import type { FoundClaim } from './claim.ts';
import { AFTER_NAMES, isCommon, NEUTRAL_NAMES, NUMBERS, TITLES, UNIT_WORDS, WEEKDAYS } from './lexicon.ts';
import { claimOf, isSign } from './reading.ts';
import type { Token } from './tokens.ts';

/** Of the words of a line, so many begin with a capital in a heading. */
const HEADING_SHARE = 0.6;
const SMALL_WORDS = 3;
/** "Prof." */
const LONGEST_SHORTENED = 4;

/**
 * People, products, places and organisations: what is written with a capital where nothing else asks for one. In a
 * heading, in capitals and at the start of a sentence only words that are not of everyday use count.
 * @param taken tokens that figures have
 */
export function namesOf(tokens: readonly Token[], taken: ReadonlySet<number>): FoundClaim[] {
  const claims: FoundClaim[] = [];
  const headings = headingsOf(tokens);
  for (let at = 0; at < tokens.length; at += 1) {
    if (!isNameWord(tokens, at, taken)) continue;
    const next = runEnd(tokens, at, taken);
    const name = nameIn(tokens, at, next, headings.has(at));
    if (name !== null) claims.push(claimOf('name', tokens, name.from, name.next, keysOf(tokens, name.from, name.next)));
    at = next - 1;
  }
  return claims;
}

function isNameWord(tokens: readonly Token[], at: number, taken: ReadonlySet<number>): boolean {
  const token = tokens[at];
  return token?.kind === 'word' && !taken.has(at) && isCapitalised(token) && !isNeutral(token.lower);
}

function isCapitalised({ text }: Token): boolean {
  return /^\p{Lu}/u.test(text) || /^\p{Ll}\p{Lu}/u.test(text);
}

function isNeutral(word: string): boolean {
  const bare = bareOf(word);
  return NEUTRAL_NAMES.has(word) || NEUTRAL_NAMES.has(bare) || WEEKDAYS.has(word);
}

/** Names go on over capitals, hyphens, and "of" or "&" between two of them, and end with the number of a model. */
function runEnd(tokens: readonly Token[], from: number, taken: ReadonlySet<number>): number {
  let next = from + 1;
  for (; next < tokens.length; next += 1) {
    const token = tokens[next];
    if (token === undefined || token.isOnNewLine) break;
    if (isNameWord(tokens, next, taken)) continue;
    const isLink = isSign(token, '-', '&', '.') || ['bin', 'binti', 'al'].includes(token.lower);
    const isLinked = isLink && (token.text !== '.' || (tokens[next - 1]?.text.length ?? 0) < 3);
    if (isLinked && isNameWord(tokens, next + 1, taken) && tokens[next + 1]?.isOnNewLine !== true) continue;
    break;
  }
  return next;
}

function nameIn(
  tokens: readonly Token[],
  from: number,
  next: number,
  isHeading: boolean,
): { from: number; next: number } | null {
  const words = tokens.slice(from, next).filter(({ kind }) => kind === 'word');
  const isStart = isSentenceStart(tokens, from);
  const isUnknown = (token: Token) => !isCommon(bareOf(token.lower)) && !TITLES.has(token.lower);
  if (isHeading || words.every(({ text }) => text.length > 2 && text === text.toUpperCase()))
    return words.some(isUnknown) && !(isHeading && areCapitals(words)) ? { from, next } : null;
  if (!isStart)
    return words.every(({ lower }) => TITLES.has(lower) || NUMBERS.has(lower) || UNIT_WORDS.has(lower))
      ? null
      : { from, next };
  const [first, ...rest] = words;
  if (first === undefined) return null;
  const begins = isUnknown(first) || TITLES.has(first.lower) ? from : from + 1;
  if (rest.length > 0) return rest.every(({ lower }) => TITLES.has(lower)) ? null : { from: begins, next };
  return isUnknown(first) && isNameAlone(tokens, from) ? { from, next } : null;
}

function areCapitals(words: readonly Token[]): boolean {
  return words.every(({ text }) => text === text.toUpperCase());
}

/** A lone word at the start of a sentence is a name when the sentence goes on as after one. */
function isNameAlone(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const next = tokens[at + 1]?.isOnNewLine === false ? tokens[at + 1] : undefined;
  if (token?.lower.endsWith("'s") || isSign(next, '-')) return true;
  if (next?.kind === 'digits') return true;
  return AFTER_NAMES.has(next?.lower ?? '') || ADJACENT_VERB.test(next?.lower ?? '');
}

const ADJACENT_VERB = /[^s]s$|ed$/;

function isSentenceStart(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before === undefined || tokens[at]?.isOnNewLine) return true;
  if (before.kind !== 'sign') return false;
  if (isSign(before, '.')) return !isInitial(tokens, at - 2);
  return !isSign(before, ',', '-', '&', '/', "'", '’', '@', '#', '+', ';');
}

/** "A. Samad", "Prof. Tan", "No. 5" */
function isInitial(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at];
  if (word?.kind !== 'word' || !isCapitalised(word)) return false;
  return word.text.length === 1 || (word.text.length <= LONGEST_SHORTENED && TITLES.has(word.lower));
}

/** Indexes of tokens in lines and sentences of which most words begin with a capital. */
function headingsOf(tokens: readonly Token[]): ReadonlySet<number> {
  const headings = new Set<number>();
  let from = 0;
  const close = (next: number) => {
    const words = tokens.slice(from, next).filter(({ kind, text }) => kind === 'word' && text.length > SMALL_WORDS);
    const capitals = words.filter(isCapitalised).length;
    if (words.length >= 4 && capitals / words.length >= HEADING_SHARE)
      for (let at = from; at < next; at += 1) headings.add(at);
    from = next;
  };
  tokens.forEach((token, at) => {
    if (token.isOnNewLine || isSign(tokens[at - 1], '.', '!', '?')) close(at);
  });
  close(tokens.length);
  return headings;
}

/** Without the mark of possession. */
export function bareOf(word: string): string {
  return word.replace(/'s?$/, '');
}

function keysOf(tokens: readonly Token[], from: number, next: number): string[] {
  return tokens
    .slice(from, next)
    .filter(({ kind, lower }) => kind !== 'sign' && !TITLES.has(lower))
    .map(({ lower }) => `name:${bareOf(lower)}`);
}
