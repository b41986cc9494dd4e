import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

test.each([
  [1, 9, [1, 2, 3, 4, 5]],
  [2, 9, [1, 2, 3, 4, 5]],
  [5, 9, [3, 4, 5, 6, 7]],
  [8, 9, [5, 6, 7, 8, 9]],
  [9, 9, [5, 6, 7, 8, 9]],
  [2, 3, [1, 2, 3]],
  [1, 1, [1]],
])('page %i of %i shows %j', (current, pages, shown) => expect(pageWindow(current, pages)).toEqual(shown));
