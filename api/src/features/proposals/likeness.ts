import { normalised } from './intent.ts';

/** Of a text so much is compared; more than this says nothing new about whether it is another. */
export const COMPARED = 4000;
const BINS = 128;
/** The number of its signs, then the smallest sign of each bin; 0 where there is none. */
export const SKETCH_BYTES = 2 + BINS;
/** How far a sketch may be wrong about how alike two texts are: three standard deviations of it. */
export const SKETCH_ERROR = 0.13;
/** A text in another one: nearly all of it, and enough of it to say something. */
const WITHIN = 0.85;
const LEAST_SIGNS = 24;
const MOST_SIGNS = 65_535;

const HASHTAGS = /(?<=^|\s)[#＃][\p{L}\p{N}\p{M}_]+/gu;
const LINKS = /\blink:\S+|https?:\/\/\S+/gu;
const MARKS = /\p{M}+/gu;
const WORDS = /[\p{L}\p{N}]+|\p{Extended_Pictographic}+/gu;

/** Letters of other scripts that look like Latin ones, as they are in lower case. */
const LOOKS_LIKE = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    е: 'e',
    ё: 'e',
    һ: 'h',
    і: 'i',
    ї: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    с: 'c',
    ѕ: 's',
    т: 't',
    у: 'y',
    х: 'x',
    ԁ: 'd',
    ԛ: 'q',
    ԝ: 'w',
    α: 'a',
    ε: 'e',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ı: 'i',
    ł: 'l',
    ø: 'o',
    đ: 'd',
  }),
);
const LOOKALIKES = new RegExp(`[${[...LOOKS_LIKE.keys()].join('')}]`, 'gu');

/** By which texts are alike, in any script: three letters each of its words. Tags and links say little. */
export function signsOf(text: string): Set<number> {
  const plain = spaced(text);
  const words = plain.replace(HASHTAGS, ' ').replace(LINKS, ' ').match(WORDS) ?? plain.match(WORDS) ?? [];
  const signs = new Set<number>();
  for (const word of words) {
    const letters = [32, 32, ...Array.from(word, (letter) => letter.codePointAt(0) ?? 0), 32];
    for (let at = 0; at + 2 < letters.length; at += 1)
      signs.add(mixed(letters[at]!, letters[at + 1]!, letters[at + 2]!));
  }
  return signs;
}

/** As people read it, with its words apart. */
function spaced(text: string): string {
  return text
    .slice(0, COMPARED)
    .split(/\s+/u)
    .map((word) => normalised(word))
    .join(' ')
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(LOOKALIKES, (letter) => LOOKS_LIKE.get(letter) ?? letter);
}

function mixed(one: number, two: number, three: number): number {
  let hash = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ two, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16) ^ three, 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Stands for its signs in few bytes: two sketches tell about how many of them are the same. */
export function sketchOf(signs: ReadonlySet<number>): Buffer {
  const least = Array.from({ length: BINS }, () => Infinity);
  for (const sign of signs) {
    const bin = sign % BINS;
    if (sign < least[bin]!) least[bin] = sign;
  }
  const sketch = Buffer.alloc(SKETCH_BYTES);
  sketch.writeUInt16BE(Math.min(signs.size, MOST_SIGNS), 0);
  for (const [bin, sign] of least.entries())
    if (sign !== Infinity) sketch[2 + bin] = 1 + (Math.floor(sign / BINS) % 255);
  return sketch;
}

interface Sizes {
  readonly one: number;
  readonly other: number;
}

/** About how alike two texts are by their sketches, 0 to 1. @param from where the other one begins in `others` */
export function likenessOfSketches(one: Buffer, others: Buffer, from: number): number {
  let [both, any] = [0, 0];
  for (let at = 2; at < SKETCH_BYTES; at += 1) {
    const [mine, theirs] = [one[at]!, others[from + at]!];
    if (mine === 0 && theirs === 0) continue;
    any += 1;
    if (mine === theirs) both += 1;
  }
  const sizes = { one: one.readUInt16BE(0), other: others.readUInt16BE(from) };
  const share = any === 0 ? 0 : both / any;
  return likenessOfShare(sizes, share);
}

/** The same, of two sketches of which it is known how much is the same. @param share of the parts that are filled */
export function likenessOfShare(sizes: Sizes, share: number): number {
  return likeness(sizes, commonOf(sizes, share), SKETCH_ERROR);
}

/** How alike two texts are, 0 to 1. */
export function likenessOf(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let common = 0;
  for (const sign of one) if (other.has(sign)) common += 1;
  return likeness({ one: one.size, other: other.size }, common, 0);
}

/** Of so many signs, so many are in both. */
const commonOf = ({ one, other }: Sizes, share: number): number => (share / (1 + share)) * (one + other);

/** Signs in common of all signs; a text that nearly all stands in another one is that one with something added. */
function likeness({ one, other }: Sizes, common: number, error: number): number {
  const shorter = Math.min(one, other);
  if (shorter === 0) return 0;
  const share = common / (one + other - common);
  const isWithin = shorter >= LEAST_SIGNS && common / shorter >= WITHIN - 2 * error;
  return isWithin ? Math.max(share, ALIKE_WITHIN) : share;
}
/** So alike is what only has something added to it: to be asked about within a week. */
const ALIKE_WITHIN = 0.6;
