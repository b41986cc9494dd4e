import { expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const NIGHT = { from: 22 * 60, to: 7 * 60 };

test.each([
  ['in the evening until the morning', '2026-11-21T21:30:00Z', 'UTC', null],
  ['from its first minute', '2026-11-21T22:00:00Z', 'UTC', '2026-11-22T07:00:00.000Z'],
  ['after midnight', '2026-11-22T03:00:00Z', 'UTC', '2026-11-22T07:00:00.000Z'],
  ['not at its last minute', '2026-11-22T07:00:00Z', 'UTC', null],
  ['in a zone of its own', '2026-11-21T14:30:00Z', 'Asia/Kuala_Lumpur', '2026-11-21T23:00:00.000Z'],
  [
    'in a night of eight hours, as the clocks go forward',
    '2026-03-28T22:30:00Z',
    'Europe/Berlin',
    '2026-03-29T05:00:00.000Z',
  ],
  ['in a night of ten hours, as they go back', '2026-10-24T21:00:00Z', 'Europe/Berlin', '2026-10-25T06:00:00.000Z'],
  ['in a zone with half an hour', '2026-11-21T17:00:00Z', 'Asia/Kolkata', '2026-11-22T01:30:00.000Z'],
])('%s', (_when, now, zone, until) => {
  expect(quietUntil(new Date(now), NIGHT, zone)?.toISOString() ?? null).toBe(until);
});

test.each([
  ['that ends in the hour that never comes', '2026-03-29T00:30:00Z', { from: 60, to: 150 }, '2026-03-29T01:30:00.000Z'],
  [
    'that ends in the hour that comes twice, at its first',
    '2026-10-24T23:30:00Z',
    { from: 60, to: 150 },
    '2026-10-25T00:30:00.000Z',
  ],
  [
    'in the second of those hours, is quiet again until it is over',
    '2026-10-25T01:10:00Z',
    { from: 60, to: 150 },
    '2026-10-25T01:30:00.000Z',
  ],
])('a time %s', (_when, now, hours, until) => {
  expect(quietUntil(new Date(now), hours, 'Europe/Berlin')?.toISOString() ?? null).toBe(until);
});

test('hours that begin when they end are none', () => {
  expect(quietUntil(new Date(), { from: 60, to: 60 }, 'UTC')).toBeNull();
});
