import { expect, test } from 'vitest';
import { buildConfiguration } from '../testing.ts';
import { countBy, findPages } from './page-filter.ts';

const pages = [
  buildConfiguration({ pageId: 1, pageName: 'Corner Bakery' }),
  buildConfiguration({ pageId: 2, pageName: 'Corner Café', isEnabled: false }),
  buildConfiguration({ pageId: 3, pageName: 'Old Mill', isAvailable: false }),
  buildConfiguration({ pageId: 4, pageName: 'New Mill', isEnabled: false, isAvailable: false }),
];
const idsOf = (found: typeof pages) => found.map((page) => page.pageId);

test.each([
  ['all', [1, 2, 3, 4]],
  ['enabled', [1, 3]],
  ['disabled', [2, 4]],
  ['attention', [3]],
] as const)('%s: %j', (filter, ids) => {
  expect(idsOf(findPages(pages, { filter, search: '' }))).toEqual(ids);
  expect(countBy(pages, filter)).toBe(ids.length);
});

test.each([
  ['corner', [1, 2]],
  ['mill OLD', [3]],
  ['  café ', [2]],
  ['nothing', []],
])('a search for "%s" finds %j', (search, ids) => {
  expect(idsOf(findPages(pages, { filter: 'all', search }))).toEqual(ids);
});
