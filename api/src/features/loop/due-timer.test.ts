import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageId } from '../../contract/ids.ts';
import type { NextDue } from '../publishing/claims.repository.ts';
import { dueTimer } from './due-timer.ts';

const BEGAN = new Date('2026-05-01T10:00:00Z');
const PAGES = [7, 8] as PageId[];

beforeEach(() => {
  vi.useFakeTimers({ now: BEGAN });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database in which one post falls due at `dueMs`, and what is done about it when, in ms. */
function scene({ dueMs, answersAfterMs = 0 }: { dueMs: number; answersAfterMs?: number }) {
  const began = performance.now();
  const seen: [what: string, ms: number, pages?: readonly number[]][] = [];
  const at = () => performance.now() - began;
  const timer = dueTimer({
    async untilNext(): Promise<NextDue> {
      seen.push(['read', at()]);
      const ms = dueMs - at();
      const answer = { now: new Date(), ms: ms > 0 ? ms : null, pages: ms > 0 && ms <= 30 ? PAGES : [] };
      if (answersAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, answersAfterMs));
      return answer;
    },
    prepare: async () => void seen.push(['prepare', at()]),
    wake: (pages) => void seen.push(['wake', at(), pages]),
  });
  return { timer, seen };
}

test('what a claim needs is known before a post falls due, and then it is woken for', async () => {
  const { timer, seen } = scene({ dueMs: 5000 });
  await timer.arm();
  await vi.advanceTimersByTimeAsync(6000);
  expect(seen).toEqual([
    ['read', 0],
    ['read', 4970],
    ['prepare', 4970],
    ['wake', 5001, PAGES],
  ]);
});

test('it is woken for at its time though the database does not answer until then', async () => {
  const { timer, seen } = scene({ dueMs: 5000, answersAfterMs: 400 });
  const armed = timer.arm();
  await vi.advanceTimersByTimeAsync(400);
  await armed;
  seen.length = 0;
  await vi.advanceTimersByTimeAsync(6000);
  // That the answer took so long to come may not have been counted in.
  expect(seen).toEqual([
    ['read', 5370],
    ['prepare', 5370],
    ['wake', 5401, []],
  ]);
});

test('what is put on the schedule before the next one is woken for first', async () => {
  const { timer, seen } = scene({ dueMs: 60_000 });
  await timer.arm();
  timer.wakeAt(BEGAN.getTime() + 10);
  await vi.advanceTimersByTimeAsync(100);
  expect(seen).toEqual([
    ['read', 0],
    ['wake', 11, []],
  ]);
});

test('nothing is woken for by who has stopped, whatever comes yet', async () => {
  const { timer, seen } = scene({ dueMs: 5000, answersAfterMs: 10 });
  const armed = timer.arm();
  await vi.advanceTimersByTimeAsync(10);
  await armed;
  await vi.advanceTimersByTimeAsync(4975);
  timer.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen.map(([what]) => what)).not.toContain('wake');
});
