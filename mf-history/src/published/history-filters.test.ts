import { expect, test } from 'vitest';
import {
  addressOf,
  askedFor,
  isNarrowed,
  lastMonth,
  periodsOf,
  queryOf,
  readFilters,
  readOrder,
} from './history-filters.ts';

test('an address without filters narrows nothing down', () => {
  expect(isNarrowed(readFilters({}))).toBe(false);
  expect(queryOf(readFilters({ page: '3' }), 'UTC')).toEqual({});
});

test('every filter of the address is asked for', () => {
  const filters = readFilters({
    q: ' fresh bread ',
    pageId: '7',
    platform: 'facebook',
    type: 'ugc',
    media: 'video',
    by: 'ai',
  });
  expect(isNarrowed(filters)).toBe(true);
  expect(queryOf(filters, 'UTC')).toEqual({
    text: 'fresh bread',
    facebookPageId: 7,
    publishPlatform: 'facebook',
    contentType: 'ugc',
    mediaType: 'video',
    isAiGenerated: 'true',
  });
});

test.each([
  ['a page that is none', { pageId: '-1' }],
  ['an unknown platform', { platform: 'myspace' }],
  ['an unknown medium', { media: 'gif' }],
  ['a type with signs', { type: '<b>' }],
  ['a day that never was', { from: '2026-02-30' }],
  ['a month that never was', { to: '2026-13-01' }],
  ['another word', { by: 'me' }],
  ['spaces', { q: '  ' }],
])('%s narrows nothing down', (_, search) => expect(isNarrowed(readFilters(search))).toBe(false));

test.each([
  ['UTC', '2026-03-28T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
  ['Asia/Kuala_Lumpur', '2026-03-27T16:00:00.000Z', '2026-03-29T16:00:00.000Z'],
  // The clocks go forward on the 29th: that day has 23 hours.
  ['Europe/Berlin', '2026-03-27T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
])('days are whole days in %s', (timeZone, publishedFrom, publishedBefore) => {
  expect(queryOf(readFilters({ from: '2026-03-28', to: '2026-03-29' }), timeZone)).toEqual({
    publishedFrom,
    publishedBefore,
  });
});

test('periods end today, and last month is the whole month before', () => {
  expect(periodsOf('2026-03-01').map(({ from, to }) => [from, to])).toEqual([
    ['2026-03-01', '2026-03-01'],
    ['2026-02-23', '2026-03-01'],
    ['2026-01-31', '2026-03-01'],
    ['2026-03-01', '2026-03-01'],
    ['2026-02-01', '2026-02-28'],
  ]);
});

test.each([
  [{}, {}],
  [{ sort: 'likes' }, { sort: 'likes' }],
  [
    { sort: 'engagement', order: 'asc' },
    { sort: 'engagement', order: 'asc' },
  ],
  [{ sort: 'luck', order: 'asc' }, {}],
  [{ order: 'asc' }, {}],
])('of the address %j the list is asked for in the order %j', (search, asked) => {
  expect(askedFor(readOrder(search))).toEqual(asked);
  expect(askedFor(readOrder({ ...addressOf(readOrder(search)) } as Record<string, string>))).toEqual(asked);
});

test('last month is whole, also in March and January', () => {
  expect(lastMonth('2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(lastMonth('2027-01-15')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});
