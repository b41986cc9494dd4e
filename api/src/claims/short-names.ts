import {
  ANDS,
  BEFORE_MONTHS,
  BEFORE_WEEKDAYS,
  isCommon,
  MONTH_MARKS,
  MONTHS,
  AFTER_MONTHS,
  RANGES,
  WEEKDAYS,
  type WordsBefore,
} from './lexicon.ts';
import { isSign } from './reading.ts';
import type { Token } from './tokens.ts';

/** Short names of days and months that are words of their own, or names of people: alone they are taken for those. */
const SHORT_NAMES: ReadonlySet<string> = new Set(
  'sun sat wed mon may mei mar march jun jan mac dis fri thu tue'.split(' '),
);

export const isShortName = (word: string): boolean => SHORT_NAMES.has(word);

/** "in May", "the May sale", "bulan Mei", "Mac lalu", "May and June", "May-July": a month, and nobody of that name. */
export function isMonthHere(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || isFollowedByName(tokens, at)) return false;
  if (isBesideRange(tokens, at) || isListed(tokens, at, MONTHS)) return true;
  if (follows(MONTH_MARKS, tokens, at)) return true;
  if (!isPlain(token)) return false;
  return follows(BEFORE_MONTHS, tokens, at) || AFTER_MONTHS.has(tokens[at + 1]?.lower ?? '');
}

/** "on Sun", "every Sat", "Sat & Sun", "Mon-Wed", "Sun 8am". */
export function isWeekdayHere(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || token.text === token.lower) return false;
  if (isBesideRange(tokens, at) || isListed(tokens, at, WEEKDAYS)) return true;
  if (tokens[at + 1]?.kind === 'digits' || dayOf(tokens[at + 2]) !== null) return true;
  return follows(BEFORE_WEEKDAYS, tokens, at) && !isFollowedByName(tokens, at);
}

/** Where nothing was invented, a name is taken for the month or day that it may be. */
export function mayBeNameOf({ text, lower }: Token): string[] {
  if (!isShortName(lower) || (text === lower && isCommon(lower))) return [];
  const [month, weekday] = [MONTHS.get(lower), WEEKDAYS.get(lower)];
  return [
    ...(month === undefined ? [] : [`date:month:${month}`]),
    ...(weekday === undefined ? [] : [`date:weekday:${weekday}`]),
  ];
}

/** Written with a capital, or a word that means nothing else. */
function isPlain({ text, lower }: Token): boolean {
  return text !== lower || !isCommon(lower);
}

/** Of the language that calls it so: "in Mac" is about a computer. */
function follows(before: WordsBefore, tokens: readonly Token[], at: number): boolean {
  const [last, token] = [tokens[at - 1], tokens[at]];
  return token?.isOnNewLine === false && before.get(token.lower)?.has(last?.lower ?? '') === true;
}

/** "from Mei Ling" */
function isFollowedByName(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return next?.kind === 'word' && !next.isOnNewLine && !next.isGlued && next.text !== next.lower;
}

function isListed(tokens: readonly Token[], at: number, names: ReadonlyMap<string, number>): boolean {
  const isNamed = (token: Token | undefined) =>
    token !== undefined && token.text !== token.lower && names.has(token.lower);
  if (!isNamed(tokens[at])) return false;
  return (isJoint(tokens[at + 1]) && isNamed(tokens[at + 2])) || (isJoint(tokens[at - 1]) && isNamed(tokens[at - 2]));
}

function isJoint(token: Token | undefined): boolean {
  return isSign(token, '&', ',', '/') || ANDS.has(token?.lower ?? '');
}

function isBesideRange(tokens: readonly Token[], at: number): boolean {
  return isRange(tokens[at - 1]) || isRange(tokens[at + 1]);
}

export function isRange(token: Token | undefined): boolean {
  return isSign(token, '-', '–', '—') || RANGES.has(token?.lower ?? '');
}

export function dayOf(token: Token | undefined): number | null {
  if (token?.kind !== 'digits' || !/^\d{1,2}$/.test(token.text)) return null;
  const day = Number(token.text);
  return day >= 1 && day <= 31 ? day : null;
}
