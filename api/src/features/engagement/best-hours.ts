import { POSTS_THAT_TELL } from '../../contract/results.ts';
import { chanceFrom, shuffle } from './seeded-chance.ts';

/** A post of a page, as far as the page's best hours depend on it. */
export interface TimedResult {
  /** Of the page's week, from 0 (Monday, midnight to one) to 167. */
  readonly hourOfWeek: number;
  /** Likes, comments and shares together, once most of them were there. */
  readonly engagement: number;
}

/** Hours whose posts do better than chance explains, with the evidence. */
export interface BestHour {
  /** 1 (Monday) to 7; null: on any day. */
  readonly weekday: number | null;
  /** 0 to 23: the first of `SLOT_HOURS` hours. */
  readonly fromHour: number;
  readonly posts: number;
  /** How far the median of these posts is above that of the page, in %, and where it lies with 95 % certainty. */
  readonly percent: number;
  readonly low: number;
  readonly high: number;
}

export interface BestHours {
  /** How many posts were looked at, and how many slots have enough of them to tell. */
  readonly posts: number;
  readonly slots: number;
  /** The clearest first; none where chance explains the differences. */
  readonly best: readonly BestHour[];
}

export const SLOT_HOURS = 2;
/** Best hours that are told at most. */
const TOLD = 3;
const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;

/** Orders of chance that the slots are compared with, and how many of them may look as good. */
const ORDERS = 999;
const BY_CHANCE = 0.05;
const RESAMPLES = 1000;
/** Any number: the same posts give the same words. */
const SEED = 20_261_123;

/** Pages grow: posts are compared with others of their time, in as many stretches as have this many posts, up to 3. */
const STRETCH_POSTS = 20;
const STRETCHES = 3;

/**
 * The hours of the week at which a page's posts do best. Looking at many slots finds one that looks good among pure
 * noise. So only those stand that are further above the others than the best slot is in 95 % of the orders in which
 * chance could have put the same posts (max-T permutation test over all slots at once). The interval around a slot's
 * median is a bootstrap one.
 * @param posts of one page, the earliest first
 */
export function findBestHours(posts: readonly TimedResult[]): BestHours {
  const slots = slotsOf(posts);
  const none = { posts: posts.length, slots: slots.length, best: [] };
  const measured = measure(posts.map(({ engagement }) => engagement));
  if (slots.length === 0 || measured === null) return none;

  const chance = chanceFrom(SEED);
  const limit = limitOfChance(slots, measured, chance);
  const standing = slots
    .map((slot) => ({ slot, score: scoreOf(slot, measured.ranks) }))
    .filter(({ score }) => score > limit)
    .toSorted((one, other) => other.score - one.score);
  const best: BestHour[] = [];
  for (const { slot } of standing) {
    if (best.length === TOLD) break;
    if (best.some((told) => overlap(told, slot))) continue;
    const above = aboveMedian(
      slot.places.map((place) => measured.relative[place] ?? 1),
      chance,
    );
    if (above.low <= 0) continue;
    best.push({ weekday: slot.weekday, fromHour: slot.fromHour, posts: slot.places.length, ...above });
  }
  return { ...none, best };
}

interface Slot {
  readonly weekday: number | null;
  readonly fromHour: number;
  /** Of its posts among all. */
  readonly places: readonly number[];
}

/** Every two hours of every day, and of all days together, that have enough posts. They overlap. */
function slotsOf(posts: readonly TimedResult[]): Slot[] {
  const byHour = Array.from({ length: WEEK_HOURS }, (): number[] => []);
  posts.forEach(({ hourOfWeek }, place) => byHour[hourOfWeek]?.push(place));
  const placesOf = (hours: readonly number[]) => hours.flatMap((hour) => byHour[hour % WEEK_HOURS] ?? []);
  const from = (hour: number) => Array.from({ length: SLOT_HOURS }, (_, index) => hour + index);
  const ofDays = byHour.map((_, hour) => ({
    weekday: Math.floor(hour / DAY_HOURS) + 1,
    fromHour: hour % DAY_HOURS,
    places: placesOf(from(hour)),
  }));
  const ofAllDays = Array.from({ length: DAY_HOURS }, (_, hour) => ({
    weekday: null,
    fromHour: hour,
    places: placesOf(Array.from({ length: 7 }, (__, day) => from(day * DAY_HOURS + hour)).flat()),
  }));
  return [...ofAllDays, ...ofDays].filter(({ places }) => places.length >= POSTS_THAT_TELL);
}

/** Whether two slots share hours on some day. */
function overlap(one: Omit<BestHour, 'posts' | 'percent' | 'low' | 'high'>, other: Slot): boolean {
  const [first, second] = [hoursOf(one), new Set(hoursOf(other))];
  return first.some((hour) => second.has(hour));
}

function hoursOf({ weekday, fromHour }: { weekday: number | null; fromHour: number }): number[] {
  const days = weekday === null ? [0, 1, 2, 3, 4, 5, 6] : [weekday - 1];
  return days.flatMap((day) =>
    Array.from({ length: SLOT_HOURS }, (_, index) => (day * DAY_HOURS + fromHour + index) % WEEK_HOURS),
  );
}

interface Measured {
  /** Where each post stands among those of its time, from -0.5 to 0.5. */
  readonly ranks: Float64Array;
  /** Its reactions as a multiple of the median of its time. */
  readonly relative: readonly number[];
  /** Where each stretch begins, and the end of the last one. */
  readonly bounds: readonly number[];
}

/** null where half of the posts had no reaction: nothing is a multiple of nothing. */
function measure(values: readonly number[]): Measured | null {
  const wanted = Math.min(STRETCHES, Math.max(1, Math.floor(values.length / STRETCH_POSTS)));
  const stretches = boundsOf(values.length, wanted);
  const bounds = mediansOf(values, stretches).includes(0) ? boundsOf(values.length, 1) : stretches;
  const medians = mediansOf(values, bounds);
  if (medians.includes(0)) return null;
  const ranks = new Float64Array(values.length);
  const relative: number[] = [];
  medians.forEach((middle, index) => {
    const [from = 0, to = 0] = bounds.slice(index, index + 2);
    const stretch = values.slice(from, to);
    ranks.set(ranksOf(stretch), from);
    relative.push(...stretch.map((value) => value / middle));
  });
  return { ranks, relative, bounds };
}

function boundsOf(length: number, stretches: number): number[] {
  return Array.from({ length: stretches + 1 }, (_, index) => Math.round((index * length) / stretches));
}

function mediansOf(values: readonly number[], bounds: readonly number[]): number[] {
  return bounds.slice(1).map((to, index) => median(values.slice(bounds[index], to)));
}

/** Equal values share the middle of their places. */
function ranksOf(values: readonly number[]): Float64Array {
  const order = values.map((_, place) => place).toSorted((one, other) => (values[one] ?? 0) - (values[other] ?? 0));
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to += 1;
    for (let place = from; place < to; place += 1) ranks[order[place] ?? 0] = (from + to) / 2 / values.length - 0.5;
    from = to;
  }
  return ranks;
}

/** How far the posts of a slot stand above the middle, as much as chance would move a slot of its size. */
function scoreOf({ places }: Slot, ranks: Float64Array): number {
  let sum = 0;
  for (const place of places) sum += ranks[place] ?? 0;
  return sum / Math.sqrt(places.length);
}

/** The score that the best slot keeps below in 95 % of the orders of chance. */
function limitOfChance(slots: readonly Slot[], { ranks, bounds }: Measured, chance: () => number): number {
  const shuffled = Float64Array.from(ranks);
  const tops = new Float64Array(ORDERS);
  for (let order = 0; order < ORDERS; order += 1) {
    for (let stretch = 1; stretch < bounds.length; stretch += 1)
      shuffle(shuffled.subarray(bounds[stretch - 1], bounds[stretch]), chance);
    let top = -Infinity;
    for (const slot of slots) top = Math.max(top, scoreOf(slot, shuffled));
    tops[order] = top;
  }
  return tops.toSorted()[Math.ceil((1 - BY_CHANCE) * (ORDERS + 1)) - 1] ?? Infinity;
}

/** A bootstrap interval around the median of `values`, as whole percents above 1. */
export function aboveMedian(
  values: readonly number[],
  chance: () => number = chanceFrom(SEED),
): { percent: number; low: number; high: number } {
  const inOrder = Float64Array.from(values).toSorted();
  const count = inOrder.length;
  const medians = new Float64Array(RESAMPLES);
  const drawn = new Uint16Array(count);
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    drawn.fill(0);
    for (let draw = 0; draw < count; draw += 1) {
      const place = Math.floor(chance() * count);
      drawn[place] = (drawn[place] ?? 0) + 1;
    }
    medians[resample] = medianOfDrawn(inOrder, drawn);
  }
  medians.sort();
  const percentOf = (multiple: number) => Math.round((multiple - 1) * 100);
  return {
    percent: percentOf(median(values)),
    low: percentOf(medians[Math.floor(RESAMPLES * 0.025)] ?? 1),
    high: percentOf(medians[Math.ceil(RESAMPLES * 0.975) - 1] ?? 1),
  };
}

/** The median of a sample that holds each value as often as it was drawn: counted, since sorting takes too long. */
function medianOfDrawn(inOrder: Float64Array, drawn: Uint16Array): number {
  const [lower, upper] = [(inOrder.length - 1) >> 1, inOrder.length >> 1];
  let before = 0;
  let low: number | null = null;
  for (let place = 0; place < drawn.length; place += 1) {
    before += drawn[place] ?? 0;
    const value = inOrder[place] ?? 0;
    if (low === null && before > lower) low = value;
    if (low !== null && before > upper) return (low + value) / 2;
  }
  return low ?? 0;
}

export function median(values: readonly number[]): number {
  const inOrder = values.toSorted((one, other) => one - other);
  const [low = 0, high = 0] = [inOrder[(values.length - 1) >> 1], inOrder[values.length >> 1]];
  return (low + high) / 2;
}
