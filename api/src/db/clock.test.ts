import { describe, expect, test, vi } from 'vitest';
import { countedTime } from './clock.ts';

describe('the time of the database, counted on', () => {
  test('is read once for many, and goes on', async () => {
    let readings = 0;
    const now = countedTime(async () => {
      readings += 1;
      return new Date('2026-11-24T03:00:00Z');
    });
    const times = [await now(), await now(), await now()].map(Number);
    expect(readings).toBe(1);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect((times[0] ?? 0) - Date.parse('2026-11-24T03:00:00Z')).toBeLessThan(10_000);
  });

  test('is never ahead of the database, however long its answer was waited for', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const said = new Date('2026-11-24T03:00:00Z');
      const now = countedTime(async () => {
        vi.advanceTimersByTime(4000);
        return said;
      });
      expect(await now()).toEqual(said);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is read again once the clock of this machine has jumped, as after a sleep', async () => {
    let readings = 0;
    const now = countedTime(async () => {
      readings += 1;
      return new Date();
    });
    const real = Date.now;
    try {
      await now();
      Date.now = () => real() + 3_600_000;
      await now();
      await now();
    } finally {
      Date.now = real;
    }
    expect(readings).toBe(2);
  });
});
