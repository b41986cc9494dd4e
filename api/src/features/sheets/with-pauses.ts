import { setImmediate } from 'node:timers/promises';

/** As much as takes a few milliseconds. */
const AT_ONCE = 100;

/** `map`, letting everybody else of this process have their turn in between. */
export async function mapWithPauses<From, To>(from: readonly From[], map: (one: From) => To): Promise<To[]> {
  const mapped: To[] = [];
  for (const [place, one] of from.entries()) {
    if (place % AT_ONCE === AT_ONCE - 1) await setImmediate();
    mapped.push(map(one));
  }
  return mapped;
}
