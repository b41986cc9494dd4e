import { setImmediate } from 'node:timers/promises';

/** Others of this process wait no longer than this for their turn. */
const AT_ONCE_MS = 5;
/** The clock is looked at after so many: most take a few microseconds. */
const BETWEEN_LOOKS = 8;

/** `map`, letting everybody else of this process have their turn in between. */
export async function mapWithPauses<From, To>(
  from: readonly From[],
  map: (one: From, place: number) => To,
): Promise<To[]> {
  const mapped: To[] = [];
  let began = performance.now();
  for (const [place, one] of from.entries()) {
    if (place % BETWEEN_LOOKS === 0 && performance.now() - began > AT_ONCE_MS) {
      await setImmediate();
      began = performance.now();
    }
    mapped.push(map(one, place));
  }
  return mapped;
}
