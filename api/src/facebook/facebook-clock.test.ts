import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { facebookClock } from './facebook-clock.ts';

const NOON = Date.UTC(2026, 4, 1, 12);
const LIMIT_MS = 60_000;
const NOBODY = 'http://127.0.0.1:1';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** By how much the clock is off after an answer of that date, which came between noon and two seconds later. */
async function offBy(date: string | null, more: Record<string, string> = {}): Promise<number | null> {
  const clock = facebookClock({ base: NOBODY });
  clock.note(new Headers({ ...more, ...(date !== null && { date }) }), { before: NOON, after: NOON + 2000 });
  return clock.offMs(LIMIT_MS);
}
const at = (ms: number) => new Date(NOON + ms).toUTCString();

test.each([
  ['the time of the answer', at(1000), 0],
  // It may be of any moment within its second.
  ['a second that ended as the question went out', at(-1000), 0],
  ['a minute later', at(62_000), 60_000],
  ['ten minutes before', at(-600_000), -599_000],
])('an answer of %s', async (_, date, expected) => {
  expect(await offBy(date)).toBe(expected);
});

test.each([
  ['no date', null, {}],
  ['what is no date', 'yesterday', {}],
  ['the date of what a cache kept', at(-600_000), { age: '600' }],
])('nothing follows from %s', async (_, date, more) => {
  expect(await offBy(date, more)).toBeNull();
});

test('whoever asks for the first time waits for the answer, and nobody waits for one that comes later', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON });
  const answers: ((date: string | null) => void)[] = [];
  const facebook = async () => {
    const date = await new Promise<string | null>((resolve) => answers.push(resolve));
    return { headers: new Headers(date === null ? {} : { date }) };
  };
  vi.stubGlobal('fetch', facebook);
  const clock = facebookClock({ base: NOBODY });
  const first = clock.offMs(LIMIT_MS);
  answers[0]?.(null);
  expect(await first).toBeNull();

  vi.advanceTimersByTime(10_000);
  expect(await Promise.race([clock.offMs(LIMIT_MS), setImmediate('waits')])).toBeNull();
  answers[1]?.(at(10_000 - 600_000));
  await expect.poll(() => clock.offMs(LIMIT_MS)).toBe(-599_000);
});
