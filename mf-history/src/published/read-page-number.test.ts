import { expect, test } from 'vitest';
import { pageAfterDeletion, readPageNumber } from './read-page-number.ts';

test.each([
  [undefined, 1],
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['two', 1],
  ['1.5', 1],
  ['99999999', 1],
])('page=%s in the address is page %i', (given, expected) => {
  expect(readPageNumber(given)).toBe(expected);
});

test.each([
  [3, 1, 2],
  [3, 5, 3],
  [1, 1, 1],
])('on page %i with %i posts, a deletion leads to page %i', (pageNumber, posts, expected) => {
  expect(pageAfterDeletion(pageNumber, posts)).toBe(expected);
});
