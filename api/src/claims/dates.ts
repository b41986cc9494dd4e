import { MONTHS, RELATIVE_DAYS, WEEKDAYS } from './lexicon.ts';
import { claimOf, isSign, readPhrase, type Figure } from './reading.ts';
import { dayOf, isMonthHere, isRange, isShortName, isWeekdayHere } from './short-names.ts';
import type { Token } from './tokens.ts';

const ORDINALS: ReadonlySet<string> = new Set(['st', 'nd', 'rd', 'th', 'hb', 'haribulan']);
/** "Happy Friday!" */
const GREETINGS: ReadonlySet<string> = new Set(['happy', 'selamat', 'good', 'lazy', 'your']);
const FIRST_YEAR = 1800;
const LAST_YEAR = 2100;

/** 5 Jan, Jan 5, 5hb Januari 2027, 13/12, 2026-12-05, Friday, November, 1998, esok. */
export function readDate(tokens: readonly Token[], from: number): Figure | null {
  return (
    readDayMonth(tokens, from) ??
    readMonthDay(tokens, from) ??
    readSlashed(tokens, from) ??
    readWeekday(tokens, from) ??
    readRelative(tokens, from) ??
    readDayAlone(tokens, from) ??
    readYear(tokens, from)
  );
}

function readDayMonth(tokens: readonly Token[], from: number): Figure | null {
  const day = dayOf(tokens[from]);
  if (day === null) return null;
  let next = ORDINALS.has(tokens[from + 1]?.lower ?? '') ? from + 2 : from + 1;
  if (tokens[next]?.lower === 'of' || isSign(tokens[next], '-')) next += 1;
  const month = MONTHS.get(tokens[next]?.lower ?? '');
  return month === undefined ? null : dayFigure(tokens, from, next + 1, day, month);
}

function readMonthDay(tokens: readonly Token[], from: number): Figure | null {
  const word = tokens[from];
  const month = MONTHS.get(word?.lower ?? '');
  if (month === undefined || word === undefined) return null;
  const next = isSign(tokens[from + 1], '.') ? from + 2 : from + 1;
  const day = dayOf(tokens[next]);
  if (day !== null && tokens[next]?.isOnNewLine !== true)
    return dayFigure(tokens, from, ORDINALS.has(tokens[next + 1]?.lower ?? '') ? next + 2 : next + 1, day, month);
  const year = yearOf(tokens[from + 1]);
  const isSure = !isShortName(word.lower) && (word.text !== word.lower || word.lower.length >= 4);
  if (!isSure && year === null && !isMonthHere(tokens, from)) return null;
  const keys = year === null ? [`date:month:${month}`] : [`date:month:${month}-${year}`];
  const gives = year === null ? keys : [...keys, `date:month:${month}`, `date:year:${year}`];
  const end = year === null ? from + 1 : from + 2;
  return { claims: [claimOf('date', tokens, from, end, keys, gives)], next: end };
}

function readSlashed(tokens: readonly Token[], from: number): Figure | null {
  const [first, sign, second, , third] = tokens.slice(from, from + 5);
  if (first?.kind !== 'digits' || !isSign(sign, '/', '-') || second?.kind !== 'digits' || !second.isGlued) return null;
  if (/^\d{4}$/.test(first.text) && third !== undefined && isSign(tokens[from + 3], '-')) {
    const [month, day] = [Number(second.text), dayOf(third)];
    return day === null || month > 12 ? null : dayFigure(tokens, from, from + 5, day, month, Number(first.text));
  }
  const [day, month] = [dayOf(first), Number(second.text)];
  if (!isSign(sign, '/') || day === null || month < 1 || month > 12) return null;
  const isWithYear = isSign(tokens[from + 3], '/') && /^\d{4}$/.test(third?.text ?? '');
  return dayFigure(
    tokens,
    from,
    isWithYear ? from + 5 : from + 3,
    day,
    month,
    isWithYear ? Number(third?.text) : undefined,
  );
}

function dayFigure(
  tokens: readonly Token[],
  from: number,
  end: number,
  day: number,
  month: number,
  known?: number,
): Figure {
  const at = isSign(tokens[end], ',') ? end + 1 : end;
  const found = known === undefined ? yearOf(tokens[at]) : null;
  const year = known ?? found;
  const next = found === null ? end : at + 1;
  const of = (one: number) => keysOfDay(one, month, year ?? null);
  const { keys, gives } = of(day);
  return {
    claims: [claimOf('date', tokens, from, next, keys, gives)],
    next,
    like: (value) => (value >= 1 && value <= 31 && Number.isInteger(value) ? of(value).gives : []),
  };
}

function keysOfDay(day: number, month: number, year: number | null): { keys: string[]; gives: string[] } {
  const plain = `date:${month}-${day}`;
  const alone = [plain, `date:day:${day}`, `date:month:${month}`];
  if (year === null) return { keys: [plain], gives: alone };
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const keys = [`${plain}-${year}`];
  return {
    keys,
    gives: [...keys, ...alone, `date:month:${month}-${year}`, `date:year:${year}`, `date:weekday:${weekday}`],
  };
}

/** A day of the week, and the days up to another: "Tue-Sun" gives Thursday too. */
function readWeekday(tokens: readonly Token[], from: number): Figure | null {
  const token = tokens[from];
  const weekday = WEEKDAYS.get(token?.lower ?? '');
  if (weekday === undefined || token === undefined) return null;
  const next = tokens[from + 1];
  if (isShortName(token.lower) && !isWeekdayHere(tokens, from)) return null;
  const until = isRange(next) ? WEEKDAYS.get(tokens[from + 2]?.lower ?? '') : undefined;
  if (GREETINGS.has(tokens[from - 1]?.lower ?? '')) return null;
  const days = [weekday];
  for (let day = weekday; until !== undefined && day !== until;) {
    day = (day + 1) % 7;
    days.push(day);
  }
  const key = (day: number) => `date:weekday:${day}`;
  return { claims: [claimOf('date', tokens, from, from + 1, [key(weekday)], days.map(key))], next: from + 1 };
}

function readRelative(tokens: readonly Token[], from: number): Figure | null {
  const phrase = readPhrase(tokens, from, RELATIVE_DAYS);
  if (phrase === null) return null;
  return { claims: [claimOf('date', tokens, from, phrase.next, [`date:relative:${phrase.value}`])], next: phrase.next };
}

/** "the 20th", with nothing after it that it could count. */
function readDayAlone(tokens: readonly Token[], from: number): Figure | null {
  const day = dayOf(tokens[from]);
  const isOrdinal = ORDINALS.has(tokens[from + 1]?.lower ?? '');
  if (day === null || !isOrdinal || tokens[from - 1]?.lower !== 'the' || tokens[from + 2]?.kind === 'word') return null;
  return { claims: [claimOf('date', tokens, from, from + 2, [`date:day:${day}`])], next: from + 2 };
}

function readYear(tokens: readonly Token[], from: number): Figure | null {
  const year = yearOf(tokens[from]);
  const next = tokens[from + 1];
  if (year === null || tokens[from]?.isGlued === true || (next?.isGlued === true && next.kind !== 'sign')) return null;
  const key = `date:year:${year}`;
  return { claims: [claimOf('date', tokens, from, from + 1, [key], [key, `number:${year}`])], next: from + 1 };
}

function yearOf(token: Token | undefined): number | null {
  if (token?.kind !== 'digits' || !/^\d{4}$/.test(token.text)) return null;
  const year = Number(token.text);
  return year >= FIRST_YEAR && year < LAST_YEAR ? year : null;
}
