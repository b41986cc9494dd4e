import { mapWithPauses } from '../../with-pauses.ts';
import { likenessOfShare, likenessOfSketches, SKETCH_BYTES, SKETCH_ERROR } from './likeness.ts';
import type { Sketched } from './page-sketches.repository.ts';

/** So alike a person is asked about two texts, 0 to 1: the less, the nearer in time they are. */
const ALIKE = { ever: 0.7, week: 0.55, day: 0.4 } as const;
const DAY_MS = 24 * 3_600_000;
const BINS = SKETCH_BYTES - 2;
const VALUES = 256;

/** How alike another post has to be to one for this time. */
export function needed({ newness, at }: Pick<Sketched, 'newness' | 'at'>, wanted: Date): number {
  if (newness === 3 || Math.abs(at - wanted.getTime()) <= DAY_MS) return ALIKE.day;
  return newness === 2 ? ALIKE.week : ALIKE.ever;
}

/** Of the parts of two sketches, one of so many is the same at least: of texts of about one length, and of others. */
const NEAREST = 4.1;
const FARTHEST = 14.3;

/** Which parts of a sketch are filled, 32 in each number. */
const MASKS = BINS / 32;

/** Sketches of which those that may be alike to one are found. */
export interface Sketches {
  /** Those that may be as alike as a person is asked about, the likeliest first. @param most so many of them */
  near(one: Buffer, wanted: Date, most: number): Sketched[];
}

/** For a few questions: each sketch is compared. */
export function sketchList(all: readonly Sketched[]): Sketches {
  return {
    near(one, wanted, most) {
      const best = likeliest(all, wanted, most);
      for (const [place, { sketch, from }] of all.entries()) best.add(place, likenessOfSketches(one, sketch, from));
      return best.found();
    },
  };
}

/** For many questions: each part of a sketch knows who has the same there, so that most are never compared. */
export async function sketchIndex(all: readonly Sketched[]): Promise<Sketches> {
  const { begins, who } = await sortedByPart(all);
  const filled = new Uint8Array(all.length);
  const sizes = new Uint16Array(all.length);
  const masks = new Uint32Array(all.length * MASKS);
  await mapWithPauses(all, ({ sketch, from }, place) => {
    sizes[place] = sketch.readUInt16BE(from);
    for (let bin = 0; bin < BINS; bin += 1) {
      if (sketch[from + 2 + bin] === 0) continue;
      filled[place]! += 1;
      masks[place * MASKS + (bin >> 5)]! |= 1 << (bin & 31);
    }
  });
  const same = new Uint8Array(all.length);

  /** Counts in `same` how many parts of each are those of this one. */
  function counted(one: Buffer): { readonly own: number; readonly mask: Uint32Array } {
    same.fill(0);
    const mask = new Uint32Array(MASKS);
    let own = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      const value = one[2 + bin]!;
      if (value === 0) continue;
      own += 1;
      mask[bin >> 5]! |= 1 << (bin & 31);
      const part = bin * VALUES + value;
      for (let at = begins[part]!; at < begins[part + 1]!; at += 1) same[who[at]!]! += 1;
    }
    return { own, mask };
  }

  /** Parts that are filled in one of the two, or in both. */
  function filledIn(place: number, own: number, mask: Uint32Array): number {
    let both = 0;
    for (let part = 0; part < MASKS; part += 1) both += bits(masks[place * MASKS + part]! & mask[part]!);
    return own + filled[place]! - both;
  }

  return {
    near(one, wanted, most) {
      const { own, mask } = counted(one);
      const size = one.readUInt16BE(0);
      const best = likeliest(all, wanted, most);
      const least = own / NEAREST;
      for (let place = 0; place < all.length; place += 1) {
        const count = same[place]!;
        const other = sizes[place]!;
        // Nearly all are left out here, before anything is made of them.
        if (count === 0 || (count < least && areOfOneLength(size, other))) continue;
        if (areTooFew(count, Math.max(own, filled[place]!), size, other)) continue;
        best.add(place, likenessOfShare({ one: size, other }, count / filledIn(place, own, mask)));
      }
      return best.found();
    },
  };
}

/**
 * Whether so few parts that are the same cannot make two texts alike. Of texts of about one length a quarter has to be;
 * the more one of them is longer, the less of it can be the other one.
 */
function areTooFew(count: number, filled: number, one: number, other: number): boolean {
  if (areOfOneLength(one, other)) return count * NEAREST < filled;
  return one <= 8 * other && other <= 8 * one && count * FARTHEST < filled;
}

const areOfOneLength = (one: number, other: number): boolean => one <= 2 * other && other <= 2 * one;

/** Whoever has a value in a part of their sketch, one after the other: `begins` says where each part begins. */
async function sortedByPart(all: readonly Sketched[]) {
  const begins = new Uint32Array(BINS * VALUES + 1);
  const each = (visit: (part: number, place: number) => void) =>
    mapWithPauses(all, ({ sketch, from }, place) => {
      for (let bin = 0; bin < BINS; bin += 1) {
        const value = sketch[from + 2 + bin]!;
        if (value !== 0) visit(bin * VALUES + value, place);
      }
    });
  await each((part) => {
    begins[part + 1]! += 1;
  });
  for (let part = 0; part < BINS * VALUES; part += 1) begins[part + 1]! += begins[part]!;
  const who = new Uint32Array(begins[BINS * VALUES]!);
  const next = begins.slice();
  await each((part, place) => {
    who[next[part]!] = place;
    next[part]! += 1;
  });
  return { begins, who };
}

/** The first few of those that are likely enough. */
function likeliest(all: readonly Sketched[], wanted: Date, most: number) {
  const best: { readonly of: Sketched; readonly beyond: number }[] = [];
  return {
    add(place: number, likeness: number): void {
      if (likeness === 0) return;
      const of = all[place]!;
      const beyond = likeness - needed(of, wanted);
      if (beyond < -SKETCH_ERROR || (best.length === most && beyond <= best[most - 1]!.beyond)) return;
      best.splice(best.findLastIndex((other) => other.beyond >= beyond) + 1, 0, { of, beyond });
      if (best.length > most) best.pop();
    },
    found: (): Sketched[] => best.map(({ of }) => of),
  };
}

/** How many bits of 32 are set. */
function bits(of: number): number {
  const twos = of - ((of >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
