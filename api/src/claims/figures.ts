import type { FoundClaim } from './claim.ts';
import { readPercentage, readPrice, readQuantity } from './amounts.ts';
import { chunkEnd, readContact } from './contacts.ts';
import { readDate } from './dates.ts';
import { CURRENCY_SIGNS } from './language/units.ts';
import {
  ANDS,
  ARTICLES,
  FREE,
  HALVES,
  HOUR_MARKS,
  LISTED,
  MONEY,
  MONTHS,
  NAMED_TIMES,
  NUMBERS,
  RANGES,
  RATIOS,
  RELATIVE_DAYS,
  SCALES,
  VAGUE,
  WEEKDAYS,
  WHOLE_SCALES,
  WHOLE_UNITS,
} from './lexicon.ts';
import { readNumber } from './numbers.ts';
import { claimOf, isSign, readPhrase, rounded, type Figure } from './reading.ts';
import { readTime } from './times.ts';
import type { Token } from './tokens.ts';

const ORDINALS: ReadonlySet<string> = new Set(['st', 'nd', 'rd', 'th']);
/** Alone, these count nothing: "one bite", "zero regrets". */
const NO_COUNTS: ReadonlySet<string> = new Set(['one', 'satu', 'zero', 'kosong']);
const TIMES: Readonly<Record<string, number>> = { twice: 2, thrice: 3 };

const FIRST_SIGNS: ReadonlySet<string> = new Set(['+', '#', '@', ...Object.keys(CURRENCY_SIGNS)]);
const FIRST_WORDS: ReadonlySet<string> = new Set([
  ...[NUMBERS, SCALES, WHOLE_SCALES, WHOLE_UNITS, MONTHS, WEEKDAYS, NAMED_TIMES, MONEY, RELATIVE_DAYS].flatMap(
    (map) => [...map.keys()],
  ),
  ...[FREE, HOUR_MARKS, HALVES, ARTICLES, VAGUE].flatMap((words) => [...words]),
  ...Object.keys(CURRENCY_SIGNS),
  ...Object.keys(TIMES),
]);

/** Each is asked in turn, the more telling first. */
const READERS = [readContact, readPrice, readPercentage, readTime, readDate, readQuantity] as const;

export interface Figures {
  readonly claims: readonly FoundClaim[];
  /** Tokens that belong to a figure: no name begins there. */
  readonly taken: ReadonlySet<number>;
}

/** Everything in a text that is a figure of some kind. */
export function figuresOf(tokens: readonly Token[]): Figures {
  const claims: FoundClaim[] = [];
  const taken = new Set<number>();
  for (let at = 0; at < tokens.length;) {
    if (!mayBegin(tokens, at)) {
      at += 1;
      continue;
    }
    const figure = readHashtag(tokens, at) ?? readTyped(tokens, at) ?? readInRange(tokens, at) ?? readPlain(tokens, at);
    if (figure === null) {
      at += 1;
      continue;
    }
    claims.push(...figure.claims);
    const last = afterRange(tokens, figure);
    claims.push(...last.claims);
    for (let index = at; index < last.next; index += 1) taken.add(index);
    at = last.next;
  }
  return { claims, taken };
}

/** Most words begin no figure, and no reader has to be asked about them. */
function mayBegin(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (token.kind === 'digits') return true;
  if (token.kind === 'sign') return FIRST_SIGNS.has(token.text);
  return FIRST_WORDS.has(token.lower) || tokens[at + 1]?.isGlued === true;
}

function readTyped(tokens: readonly Token[], at: number): Figure | null {
  for (const read of READERS) {
    const figure = read(tokens, at);
    if (figure !== null) return figure;
  }
  return null;
}

/** The words of a tag were chosen to be found by. */
function readHashtag(tokens: readonly Token[], at: number): Figure | null {
  const next = tokens[at + 1];
  if (!isSign(tokens[at], '#') || next?.isGlued !== true || next.kind !== 'word') return null;
  return { claims: [], next: chunkEnd(tokens, at) };
}

/** The 7 of "7 to 10 Dec", said in the terms of what follows, with what lies between. */
function readInRange(tokens: readonly Token[], at: number): Figure | null {
  const number = readNumber(tokens, at);
  if (number === null || !isConnector(tokens[number.next])) return null;
  // In "pukul tujuh, RM 14" the currency is of the second alone, unless that ends a range.
  const isOfPrice = Object.hasOwn(CURRENCY_SIGNS, tokens[number.next + 1]?.lower ?? '');
  if (isOfPrice && !isRange(tokens[number.next])) return null;
  const to = readTyped(tokens, number.next + 1);
  const [claim] = to?.claims ?? [];
  const [value] = number.value;
  if (to?.like === undefined || claim === undefined || value === undefined) return null;
  const keys = to.like(value);
  if (keys.length === 0) return null;
  const between = claim.kind === 'date' ? daysBetween(value, claim, to.like) : [];
  const first = claimOf(claim.kind, tokens, at, number.next, keys, [...keys, ...between]);
  return { claims: [first, ...to.claims], next: to.next, like: to.like };
}

function daysBetween(from: number, { gives }: FoundClaim, like: (value: number) => readonly string[]): string[] {
  const until = Number(gives.find((key) => key.startsWith('date:day:'))?.slice('date:day:'.length) ?? 0);
  const days = Array.from({ length: Math.max(0, until - from - 1) }, (_, index) => from + 1 + index);
  return days.flatMap((day) => [...like(day)]);
}

/** The 10 of "RM 5 to 10". */
function afterRange(tokens: readonly Token[], { next, like }: Figure): { claims: FoundClaim[]; next: number } {
  const at = isRange(tokens[next]) ? next + 1 : null;
  if (at === null || like === undefined || readTyped(tokens, at) !== null) return { claims: [], next };
  const number = readNumber(tokens, at);
  const keys = number?.value.flatMap((value) => [...like(value)]) ?? [];
  return number === null || keys.length === 0
    ? { claims: [], next }
    : { claims: [claimOf('number', tokens, at, number.next, keys)], next: number.next };
}

function isConnector(token: Token | undefined): boolean {
  return isRange(token) || isSign(token, '&', ',', '/') || ANDS.has(token?.lower ?? '');
}

function isRange(token: Token | undefined): boolean {
  return isSign(token, '-', '–', '—') || RANGES.has(token?.lower ?? '');
}

function readPlain(tokens: readonly Token[], at: number): Figure | null {
  return readRatio(tokens, at) ?? readModel(tokens, at) ?? readCount(tokens, at) ?? readVague(tokens, at);
}

/** "1 in 3", "nine out of ten", "satu daripada tiga", "1:8" */
function readRatio(tokens: readonly Token[], at: number): Figure | null {
  const first = readNumber(tokens, at);
  if (first === null) return null;
  const joined = isSign(tokens[first.next], ':') && tokens[first.next]?.isGlued ? { next: first.next + 1 } : null;
  const link = joined ?? readPhrase(tokens, first.next, RATIOS);
  const second = link === null ? null : readNumber(tokens, link.next);
  if (second === null || (second.value[0] ?? 0) > 100) return null;
  const key = `ratio:${String(first.value[0])}:${String(second.value[0])}`;
  return { claims: [claimOf('number', tokens, at, second.next, [key])], next: second.next };
}

/** A56, WH-1000XM6, 5W-30, 3XL: letters and digits in one. */
function readModel(tokens: readonly Token[], at: number): Figure | null {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token === undefined || token.kind === 'sign') return null;
  const isMixed =
    next?.isGlued === true && next.kind !== 'sign' && next.kind !== token.kind && !ORDINALS.has(next.lower);
  const isHyphened =
    isSign(next, '-') && tokens[at + 2]?.isGlued === true && tokens[at + 2]?.kind === 'digits' && token.kind === 'word';
  if (!isMixed && !isHyphened) return null;
  let end = at + 1;
  while (tokens[end]?.isGlued === true && (tokens[end]?.kind !== 'sign' || isJoint(tokens, end))) end += 1;
  const text = tokens
    .slice(at, end)
    .map(({ lower }) => lower)
    .join('');
  return { claims: [claimOf('name', tokens, at, end, [`name:${text}`])], next: end };
}

function isJoint(tokens: readonly Token[], at: number): boolean {
  return isSign(tokens[at], '-', '/', '+', '.') && tokens[at + 1]?.isGlued === true && tokens[at + 1]?.kind !== 'sign';
}

function readCount(tokens: readonly Token[], at: number): Figure | null {
  const times = TIMES[tokens[at]?.lower ?? ''];
  if (times !== undefined && tokens[at + 1]?.lower !== 'as')
    return { claims: [claimOf('number', tokens, at, at + 1, countKeys([times]))], next: at + 1 };
  const number = readNumber(tokens, at);
  if (number === null || isListed(tokens, at, number.next)) return null;
  if (number.isInWords && number.next === at + 1 && NO_COUNTS.has(tokens[at]?.lower ?? '')) return null;
  const isOrdinal = ORDINALS.has(tokens[number.next]?.lower ?? '') && tokens[number.next]?.isGlued === true;
  const next = isOrdinal ? number.next + 1 : number.next;
  return {
    claims: [claimOf('number', tokens, at, next, countKeys(number.value))],
    next,
    like: (value) => countKeys([value]),
  };
}

function countKeys(values: readonly number[]): string[] {
  return values.flatMap((value) => [`number:${rounded(value)}`, `amount:${rounded(value)}`]);
}

/** The number of a line, or of things that the text goes on to list. */
function isListed(tokens: readonly Token[], at: number, next: number): boolean {
  const isOfLine = tokens[at]?.isOnNewLine === true && isSign(tokens[next], '.', ')', '\uFE0F');
  return isOfLine || LISTED.has(tokens[next]?.lower ?? '');
}

function readVague(tokens: readonly Token[], at: number): Figure | null {
  const word = tokens[at]?.lower ?? '';
  return VAGUE.has(word) ? { claims: [claimOf('number', tokens, at, at + 1, [`vague:${word}`])], next: at + 1 } : null;
}
