import { describe, expect, test } from 'vitest';
import { dateOrderOf, isAmbiguous, readDate, readTime } from './read-date.ts';

const said = (cell: string) => {
  const read = readDate(cell);
  if (read === null) return null;
  const { dayFirst, monthFirst, minutes, offset } = read;
  const text = (day: typeof dayFirst) => (day === null ? '-' : `${day.year}-${day.month}-${day.day}`);
  const days = [...new Set([text(dayFirst), text(monthFirst)])].join('|');
  return [days, minutes, ...(offset === null ? [] : [offset])].filter((part) => part !== null).join(' ');
};

describe('a date is read', () => {
  test.each([
    ['2027-03-04', '2027-3-4'],
    ['2027/3/4', '2027-3-4'],
    ['2027-03-04 09:30', '2027-3-4 570'],
    ['2027-03-04T09:30:00Z', '2027-3-4 570 0'],
    ['2027-03-04T09:30:00.000+08:00', '2027-3-4 570 480'],
    ['2027-03-04T09:30:00-0330', '2027-3-4 570 -210'],
    ['25/12/2026', '2026-12-25|-'],
    ['12/25/2026 5:05 pm', '-|2026-12-25 1025'],
    ['03/04/2027', '2027-4-3|2027-3-4'],
    ['03-04-27', '2027-4-3|2027-3-4'],
    ['05/05/2027', '2027-5-5'],
    ['03.04.2027', '2027-4-3'],
    ['3.4.27, 18:00', '2027-4-3 1080'],
    ['30 November 2026', '2026-11-30'],
    ['Mon, 30 Nov 2026 at 9am', '2026-11-30 540'],
    ['November 30th, 2026 09:00', '2026-11-30 540'],
    ['30-Nov-26', '2026-11-30'],
    ['29/02/2028', '2028-2-29|-'],
    ['30. November 2026', '2026-11-30'],
    ['1 Mac 2027', '2027-3-1'],
    ['31 Disember 2026', '2026-12-31'],
    ['1 de marzo de 2027', '2027-3-1'],
    ['14 août 2027', '2027-8-14'],
    ['46356', '2026-11-30'],
    ['46356.375', '2026-11-30 540'],
    ['46356,75', '2026-11-30 1080'],
    ['２０２７-03-04', '2027-3-4'],
  ])('%s', (cell, expected) => expect(said(cell)).toBe(expected));

  test.each([
    '',
    'tomorrow',
    '30 Nov',
    '31/02/2027',
    '29/02/2027',
    '29 Feb 2100',
    '-46356',
    '=TODAY()',
    '31.04.2027',
    '13/13/2027',
    '0/5/2027',
    '2027-13-01',
    '12345',
    '99999',
    '2027-03-04 later',
  ])('not %j', (cell) => expect(readDate(cell)).toBeNull());
});

test.each([
  ['09:00', 540],
  ['9:05', 545],
  ['21.30', 1290],
  ['9:00 AM', 540],
  ['12:00 a.m.', 0],
  ['12 pm', 720],
  ['9pm', 1260],
  ['14h30', 870],
  ['14h', 840],
  ['18 Uhr', 1080],
  ['09:00:59', 540],
  ['0.375', 540],
  ['0,5', 720],
  ['24:00', null],
  ['13 pm', null],
  ['9:75', null],
  ['9', null],
  ['soon', null],
  ['', null],
])('the time %j is %j minutes after midnight', (cell, minutes) => expect(readTime(cell)).toBe(minutes));

describe('the order of day and month', () => {
  const orderOf = (...cells: string[]) => dateOrderOf(cells.map((cell) => readDate(cell)!));
  test.each([
    [['03/04/2027', '25/12/2026'], 'day-first'],
    [['03/04/2027', '12/25/2026'], 'month-first'],
    [['03/04/2027', '05/05/2027'], null],
    [['25/12/2026', '12/25/2026'], null],
    [['2027-03-04', '03.04.2027'], null],
  ])('%j: %j', (cells, order) => expect(orderOf(...cells)).toBe(order));

  test('matters only where both are possible and differ', () =>
    expect(
      ['03/04/2027', '05/05/2027', '25/12/2026', '03.04.2027'].map((cell) => isAmbiguous(readDate(cell)!)),
    ).toEqual([true, false, false, false]));
});
