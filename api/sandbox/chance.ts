import { createHash } from 'node:crypto';

/** A source of numbers in [0, 1) that is the same for the same text. */
export function chanceFrom(text: string): () => number {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0);
  return () => {
    // mulberry32: small, good enough for sample data, and stable across platforms.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of `options`; they must not be empty. */
export function pick<T>(chance: () => number, options: readonly T[]): T {
  const found = options[Math.floor(chance() * options.length)];
  if (found === undefined) throw new Error('pick needs at least one option');
  return found;
}
