/** Numbers from 0 up to 1 that look random and are the same for the same seed (mulberry32). Not for secrets. */
export function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Puts values in an order of chance, in place (Fisher and Yates). */
export function shuffle(values: Float64Array, chance: () => number): void {
  for (let last = values.length - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1));
    const kept = values[last] ?? 0;
    values[last] = values[other] ?? 0;
    values[other] = kept;
  }
}
