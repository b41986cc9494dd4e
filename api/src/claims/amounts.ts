import { FREE, HALVES, MONEY, NOT_FREE, PERCENT, UNIT_WORDS, WHOLE_UNITS, ARTICLES } from './lexicon.ts';
import { CURRENCY_SIGNS, type Unit } from './language/units.ts';
import { readNumber } from './numbers.ts';
import { claimOf, isSign, rounded, type Figure, type Read } from './reading.ts';
import type { Token } from './tokens.ts';

/** Letters that are a unit only right beside their number, and a word otherwise. */
const ONLY_GLUED: ReadonlySet<string> = new Set(['s', 't', 'h', 'in', 'v', 'pa', 'w', '"', '″']);
const SQUARE: ReadonlySet<string> = new Set(['sq', 'square']);
/** Before these a single unit is an amount: "in an hour". */
const BEFORE_ONE: ReadonlySet<string> = new Set(['in', 'within', 'dalam', 'selama']);
const MILLION = 1e6;

export function readPrice(tokens: readonly Token[], from: number): Figure | null {
  return readSignedPrice(tokens, from) ?? readWordedPrice(tokens, from) ?? readFree(tokens, from);
}

/** RM 1,200 · US$25 million · RM50k */
function readSignedPrice(tokens: readonly Token[], from: number): Figure | null {
  const currency = CURRENCY_SIGNS[tokens[from]?.lower ?? ''];
  if (currency === undefined) return null;
  let at = from + 1;
  if (tokens[from]?.lower === 'us' && !isSign(tokens[at], '$')) return null;
  if (isSign(tokens[at], '$', '.')) at += 1;
  const number = readNumber(tokens, at);
  if (number === null) return null;
  const isMillion = tokens[number.next]?.isGlued === true && tokens[number.next]?.lower === 'm';
  const values = number.value.map((value) => (isMillion ? value * MILLION : value));
  return priceFigure(tokens, from, isMillion ? number.next + 1 : number.next, currency, values);
}

/** empat puluh ringgit · 90 sen · seringgit setengah · 14 ringgit 50 sen */
function readWordedPrice(tokens: readonly Token[], from: number): Figure | null {
  const number = readNumber(tokens, from);
  const at = number?.next ?? from;
  const word = tokens[at]?.lower ?? '';
  const money = MONEY.get(word) ?? (word === '¢' ? (['usd', 1] as const) : undefined);
  if (money === undefined || (number === null && word !== 'seringgit')) return null;
  const [currency, hundredths] = money;
  let next = at + 1;
  let more = 0;
  if (HALVES.has(tokens[next]?.lower ?? '')) [next, more] = [next + 1, 0.5];
  const cents = hundredths === 100 ? readNumber(tokens, next) : null;
  if (cents !== null && MONEY.get(tokens[cents.next]?.lower ?? '')?.[1] === 1)
    [next, more] = [cents.next + 1, (cents.value[0] ?? 0) / 100];
  const values = (number?.value ?? [1]).map((value) => (value * hundredths) / 100 + more);
  return priceFigure(tokens, from, next, currency, values);
}

function priceFigure(tokens: readonly Token[], from: number, next: number, currency: string, values: number[]): Figure {
  const gives = values.map((value) => `price:${currency}:${rounded(value)}`);
  // A price list may leave its currency out.
  const keys = [...gives, ...values.map((value) => `number:${rounded(value)}`)];
  return {
    claims: [claimOf('price', tokens, from, next, keys, gives)],
    next: afterPer(tokens, next),
    like: (value) => [`price:${currency}:${rounded(value)}`, `number:${rounded(value)}`],
  };
}

function readFree(tokens: readonly Token[], from: number): Figure | null {
  const [before, token, after] = [tokens[from - 1], tokens[from], tokens[from + 1]];
  if (!FREE.has(token?.lower ?? '') || isSign(before, '-') || NOT_FREE.has(before?.lower ?? '')) return null;
  if (after?.lower === 'to' || after?.lower === 'from' || after?.lower === 'time' || isSign(after, '-')) return null;
  return { claims: [claimOf('price', tokens, from, from + 1, ['price:free'])], next: from + 1 };
}

export function readPercentage(tokens: readonly Token[], from: number): Figure | null {
  const half = readHalf(tokens, from);
  if (half !== null && ['price', 'harga', 'off'].includes(tokens[half.next]?.lower ?? ''))
    return { claims: [claimOf('percentage', tokens, from, half.next + 1, ['percent:50'])], next: half.next + 1 };
  const number = readNumber(tokens, from);
  if (number === null) return null;
  const isTwoWords = tokens[number.next]?.lower === 'per' && tokens[number.next + 1]?.lower === 'cent';
  const isPercent = isSign(tokens[number.next], '%') || PERCENT.has(tokens[number.next]?.lower ?? '');
  if (!isTwoWords && !isPercent) return null;
  const next = number.next + (isTwoWords ? 2 : 1);
  const key = (value: number) => `percent:${rounded(value)}`;
  return {
    claims: [claimOf('percentage', tokens, from, next, number.value.map(key))],
    next,
    like: (value) => [key(value)],
  };
}

export function readQuantity(tokens: readonly Token[], from: number): Figure | null {
  const whole = WHOLE_UNITS.get(tokens[from]?.lower ?? '');
  if (whole !== undefined) return quantityFigure(tokens, from, from + 1, whole, [1]);
  const half = readHalf(tokens, from);
  const number = half === null ? withHalf(tokens, readNumber(tokens, from)) : { value: [0.5], next: half.next };
  if (number !== null) {
    const unit = readUnit(tokens, number.next);
    return unit === null ? null : quantityFigure(tokens, from, unit.next, unit.value, number.value);
  }
  const isOne = ARTICLES.has(tokens[from]?.lower ?? '') && BEFORE_ONE.has(tokens[from - 1]?.lower ?? '');
  const one = isOne ? readUnit(tokens, from + 1) : null;
  return one === null ? null : quantityFigure(tokens, from, one.next, one.value, [1]);
}

function quantityFigure(
  tokens: readonly Token[],
  from: number,
  next: number,
  [dimension, factor]: Unit,
  values: readonly number[],
): Figure {
  const key = (value: number) => `quantity:${dimension}:${rounded(value * factor)}`;
  const keys = values.map(key);
  // "Five of us" may be said of "5-day plan": a number alone does not say what it counts.
  const gives = [...keys, ...values.map((value) => `amount:${rounded(value)}`)];
  return { claims: [claimOf('quantity', tokens, from, next, keys, gives)], next, like: (value) => [key(value)] };
}

/** "two and a half" */
function withHalf(tokens: readonly Token[], number: Read<readonly number[]> | null): Read<readonly number[]> | null {
  if (number === null) return null;
  const isHalf = ['and', 'a', 'half'].every((word, index) => tokens[number.next + index]?.lower === word);
  return isHalf ? { value: number.value.map((value) => value + 0.5), next: number.next + 3 } : number;
}

function readHalf(tokens: readonly Token[], from: number): Read<number> | null {
  if (!HALVES.has(tokens[from]?.lower ?? '')) return null;
  return { value: 0.5, next: ARTICLES.has(tokens[from + 1]?.lower ?? '') ? from + 2 : from + 1 };
}

function readUnit(tokens: readonly Token[], at: number): Read<Unit> | null {
  let from = isSign(tokens[at], '-') && tokens[at + 1]?.isGlued === true ? at + 1 : at;
  const isSquare = SQUARE.has(tokens[from]?.lower ?? '');
  if (isSquare) from += 1;
  const token = tokens[from];
  const unit = UNIT_WORDS.get(token?.lower ?? '');
  if (token === undefined || unit === undefined || token.isOnNewLine) return null;
  if (ONLY_GLUED.has(token.lower) && !token.isGlued) return null;
  const isSpeed = token.lower === 'km' && isSign(tokens[from + 1], '/') && tokens[from + 2]?.lower === 'h';
  if (isSpeed) return { value: ['speed', 1], next: from + 3 };
  const isOfHeat = token.text === '°' && tokens[from + 1]?.isGlued === true;
  const isArea = isSquare || tokens[from + 1]?.lower === 'persegi';
  const next = from + (isOfHeat || tokens[from + 1]?.lower === 'persegi' ? 2 : 1);
  return { value: isArea ? ['area', unit[1] === 0.3048 ? 1 : unit[1] * 10.764] : unit, next };
}

/** "/kg", "per head", "a month", "sebulan" after a price: what it is the price of, which the price says already. */
function afterPer(tokens: readonly Token[], at: number): number {
  const token = tokens[at];
  if (WHOLE_UNITS.has(token?.lower ?? '')) return at + 1;
  const isPer = isSign(token, '/') || token?.lower === 'per' || ARTICLES.has(token?.lower ?? '');
  return isPer && tokens[at + 1]?.kind === 'word' ? at + 2 : at;
}
