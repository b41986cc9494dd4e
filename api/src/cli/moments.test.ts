import { describe, expect, test } from 'vitest';
import { EXIT } from './exit-codes.ts';
import { instantOf } from './moments.ts';

describe('a time as people type it', () => {
  test.each([
    ['2027-01-31T09:00+08:00', '2027-01-31T01:00:00.000Z'],
    ['2027-01-31T09:00:30Z', '2027-01-31T09:00:30.000Z'],
    ['2028-02-29T23:59Z', '2028-02-29T23:59:00.000Z'],
    ['2027-01-31T09:00', new Date(2027, 0, 31, 9).toISOString()],
    ['2027-01-31 09:00', new Date(2027, 0, 31, 9).toISOString()],
  ])('%s is %s', (given, at) => expect(instantOf(given)).toBe(at));

  test.each([
    // Engines make another day of one that there is not.
    '2027-02-30T09:00',
    '2027-02-29T09:00+08:00',
    '2027-04-31 09:00',
    '2027-01-31T09:60Z',
    '2027-01-31T09:00+25:00',
    '2027-01-31T09:00:30',
    '2027-01-31',
    'tomorrow',
    '',
  ])('%s is none', (given) =>
    expect(() => instantOf(given)).toThrow(expect.objectContaining({ exitCode: EXIT.usage })),
  );
});
