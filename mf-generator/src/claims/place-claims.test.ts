import type { UnsourcedClaim } from '@pagecast/api/contract';
import { expect, test } from 'vitest';
import { distinctClaims, placeFound, together } from './place-claims.ts';

const claim = (text: string, start: number): UnsourcedClaim => ({
  kind: 'price',
  text,
  start,
  end: start + text.length,
});
const placed = (text: string, claims: readonly UnsourcedClaim[]) =>
  placeFound(text, claims).map(({ start, end }) => text.slice(start, end));

test('claims stay with their words while the text around them is edited', () => {
  const claims = [claim('RM 5', 4), claim('best', 13), claim('RM 5', 20)];
  expect(placed('Now RM 5 the best at RM 5', [claims[0]!])).toEqual(['RM 5']);
  expect(placeFound('Today: RM 5, best, RM 5!', claims).map(({ start }) => start)).toEqual([7, 13, 19]);
  expect(placed('Today: best!', claims)).toEqual(['best']);
  expect(placed('', claims)).toEqual([]);
});

test('what is said twice is listed once, where it stands first', () => {
  expect(distinctClaims([claim('RM 5', 4), claim('best', 12), claim('RM 5', 20)])).toEqual([
    { ...claim('RM 5', 4), times: 2 },
    { ...claim('best', 12), times: 1 },
  ]);
});

test('what is drawn under a text never overlaps', () => {
  const both = together([claim('the best', 4), claim('RM 5', 20)], [claim('best', 8), claim('now', 0)]);
  expect(both.map(({ text }) => text)).toEqual(['now', 'the best', 'RM 5']);
});
