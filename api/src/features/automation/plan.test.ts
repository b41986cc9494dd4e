import { describe, expect, test } from 'vitest';
import type { PageId } from '../../contract/ids.ts';
import { intervalMinutes, postsThatFit } from '../../contract/spacing.ts';
import { planCycle, planRemaining, type Rhythm } from './plan.ts';

const [ONE, TWO] = [1 as PageId, 2 as PageId];

const at = (time: string) => new Date(`2026-11-${time.length > 5 ? time : `21T${time}`}:00Z`);
const six: Rhythm = { anchorAt: at('10:07'), frequencyHours: 6, lastCycleAt: null };
const times = (slots: readonly { dueAt: Date }[]) => slots.map(({ dueAt }) => dueAt.toISOString().slice(8, 16));

test.each([
  [6, 3, 120, 3],
  [24, 10, 144, 10],
  [1, 1, 60, 1],
  [1, 2, 30, 2],
  [1, 10, 6, 2],
  [3, 7, 26, 6],
  [3, 6, 30, 6],
  [6, 7, 51, 7],
  [6, 0, 30, 0],
])('every %i h, %i posts are %i min apart, and %i fit', (hours, count, minutes, fit) => {
  expect([intervalMinutes(hours, count, 30), postsThatFit(hours, count, 30)]).toEqual([minutes, fit]);
});

describe('a cycle', () => {
  test('starts at the anchor plus whole cycles, however late it is looked for', () => {
    for (const [now, start] of [
      ['10:07', '10:07'],
      ['16:07', '16:07'],
      ['16:11', '16:07'],
      ['21T22:06', '16:07'],
      ['23T05:00', '23T04:07'],
    ] as const) {
      expect(planCycle(at(now), six, []).cycle?.startsAt).toEqual(at(start));
    }
  });

  test("has each page's posts an interval apart, from its start", () => {
    const { cycle, nextCycleAt } = planCycle(at('10:08'), six, [
      { pageId: ONE, contentCount: 3, spacingMinutes: 30 },
      { pageId: TWO, contentCount: 1, spacingMinutes: 30 },
    ]);
    expect(cycle?.isCatchUp).toBe(false);
    expect(times(cycle?.slots ?? [])).toEqual(['21T10:07', '21T12:07', '21T14:07', '21T10:07']);
    expect(nextCycleAt).toEqual(at('16:07'));
  });

  test('leaves out what does not fit 30 minutes apart', () => {
    const { cycle } = planCycle(at('10:07'), { ...six, frequencyHours: 1 }, [
      { pageId: ONE, contentCount: 10, spacingMinutes: 30 },
    ]);
    expect(times(cycle?.slots ?? [])).toEqual(['21T10:07', '21T10:37']);
  });

  test('leaves more room where its pages need more', () => {
    const { cycle } = planCycle(at('10:07'), { ...six, frequencyHours: 1 }, [
      { pageId: ONE, contentCount: 10, spacingMinutes: 45 },
      { pageId: TWO, contentCount: 10, spacingMinutes: 60 },
    ]);
    expect(times(cycle?.slots ?? [])).toEqual(['21T10:07', '21T10:52', '21T10:07']);
  });

  test('that was missed is made up for once, from now to its end', () => {
    const { cycle, nextCycleAt } = planCycle(at('22T13:07'), { ...six, lastCycleAt: at('10:07') }, [
      { pageId: ONE, contentCount: 3, spacingMinutes: 30 },
    ]);
    expect(cycle).toMatchObject({ isCatchUp: true, startsAt: at('22T10:07'), endsAt: at('22T16:07') });
    expect(times(cycle?.slots ?? [])).toEqual(['22T13:07', '22T15:07']);
    expect(nextCycleAt).toEqual(at('22T16:07'));
  });

  test('is not made again by a clock that goes back', () => {
    for (const now of ['16:08', '16:07', '11:00', '10:07']) {
      const { cycle, nextCycleAt } = planCycle(at(now), { ...six, lastCycleAt: at('16:07') }, [
        { pageId: ONE, contentCount: 3, spacingMinutes: 30 },
      ]);
      expect([cycle, nextCycleAt]).toEqual([null, at('22:07')]);
    }
  });

  test('begins anew after a clock that was far ahead', () => {
    const ahead = { ...six, anchorAt: at('28T16:07'), lastCycleAt: at('28T16:07') };
    const { cycle, anchorAt, nextCycleAt } = planCycle(at('10:08'), ahead, [
      { pageId: ONE, contentCount: 3, spacingMinutes: 30 },
    ]);
    expect(cycle).toMatchObject({ startsAt: at('10:08'), isCatchUp: false });
    expect(times(cycle?.slots ?? [])).toEqual(['21T10:08', '21T12:08', '21T14:08']);
    expect([anchorAt, nextCycleAt]).toEqual([at('10:08'), at('16:08')]);
  });

  test('goes on in the round of content types', () => {
    const types = (now: string) =>
      planCycle(at(now), six, [{ pageId: ONE, contentCount: 3, spacingMinutes: 30 }]).cycle?.slots.map(
        ({ contentType }) => contentType,
      ) ?? [];
    expect(new Set(types('10:07')).size).toBe(3);
    expect(types('16:07')).not.toEqual(types('10:07'));
  });
});

describe('the rest of a running cycle', () => {
  const cycle = { startsAt: at('10:00'), endsAt: at('16:00') };
  const rest = (now: string, contentCount: number, made: number) =>
    planRemaining(at(now), cycle, 6, { pageId: ONE, contentCount, spacingMinutes: 30 }, { made, nextPosition: 7 });

  test('keeps the times of the cycle and makes up only what is missing', () => {
    expect(times(rest('11:00', 3, 1))).toEqual(['21T12:00', '21T14:00']);
    expect(times(rest('11:00', 6, 1))).toEqual(['21T11:00', '21T12:00', '21T13:00', '21T14:00', '21T15:00']);
    expect(times(rest('11:00', 3, 3))).toEqual([]);
    expect(times(rest('11:00', 1, 2))).toEqual([]);
    expect(rest('11:00', 3, 1).map(({ position }) => position)).toEqual([7, 8]);
  });

  test('begins now for a page that has had nothing', () => {
    expect(times(rest('11:30', 1, 0))).toEqual(['21T11:30']);
    expect(times(rest('11:30', 3, 0))).toEqual(['21T11:30', '21T13:30', '21T15:30']);
    expect(times(rest('10:00', 3, 0))).toEqual(['21T10:00', '21T12:00', '21T14:00']);
  });
});
