import { expect, test } from 'vitest';
import { daysShown } from './calendar-days.ts';
import { clockChangesIn } from './clock-changes.ts';

test.each([
  ['Europe/London', '2026-03-10', [{ day: '2026-03-29', before: 'GMT', after: 'GMT+1' }]],
  ['Europe/London', '2026-10-10', [{ day: '2026-10-25', before: 'GMT+1', after: 'GMT' }]],
  ['America/New_York', '2026-11-10', [{ day: '2026-11-01', before: 'GMT-4', after: 'GMT-5' }]],
  ['Australia/Lord_Howe', '2026-10-10', [{ day: '2026-10-04', before: 'GMT+10:30', after: 'GMT+11' }]],
  ['Africa/Cairo', '2026-04-10', [{ day: '2026-04-24', before: 'GMT+2', after: 'GMT+3' }]],
  ['Asia/Kuala_Lumpur', '2026-03-10', []],
])('in %s the month of %s has these changes of clocks', (timeZone, day, expected) =>
  expect(clockChangesIn(daysShown('month', day), timeZone)).toEqual(expected),
);
