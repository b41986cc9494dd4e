import { expect, test } from 'vitest';
import { lettersOf, pageMarks } from './page-marks.ts';

const pages = (...names: string[]) => names.map((name, index) => ({ id: 10 + index, name }));
const marksOf = (given: { id: number; name: string }[]) => [...pageMarks(given).values()];

test.each([
  ['Corner Bakery', 'CB'],
  ['Bakery', 'Ba'],
  ['  Kopi   &  Roti ', 'K&'],
  ['🥐 Bakery', '🥐B'],
  ['麵包店', '麵包'],
  ['X', 'X'],
  ['', '?'],
])('the name %j goes by %j', (name, letters) => {
  expect(lettersOf(name)).toBe(letters);
});

test('the first eight pages have eight colours, whatever order they come in', () => {
  const given = pages('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H');
  expect(new Set(marksOf(given).map(({ chip }) => chip)).size).toBe(8);
  expect(pageMarks(given.toReversed())).toEqual(pageMarks(given));
});

test('pages whose names begin alike differ in letters and in colour', () => {
  // Eight pages apart, which alone would give them one colour.
  const others = (letters: string) => Array.from(letters).map((letter) => `${letter}x ${letter}y`);
  const given = pages('News Daily', ...others('ABCDEFG'), 'Nasi Dapur', ...others('HIJKLMO'), 'Naan Dough');
  const alike = [10, 18, 26].map((id) => pageMarks(given).get(id));
  expect(alike.map((mark) => mark?.letters)).toEqual(['ND', 'Na', 'No']);
  expect(new Set(alike.map((mark) => mark?.chip)).size).toBe(3);
});

test('sixty pages of one name have sixty marks, and a number in the name is taken up', () => {
  const given = pages(...Array.from({ length: 60 }, (_, index) => `News Daily ${index + 1}`));
  const marks = marksOf(given);
  expect(new Set(marks.map(({ letters }) => letters)).size).toBe(60);
  expect(marks[41]?.letters).toBe('N42');
  for (const chip of new Set(marks.map((mark) => mark.chip)))
    expect(marks.filter((mark) => mark.chip === chip).length).toBeLessThan(9);
});

test('three hundred pages without any difference still come to an end', () => {
  expect(marksOf(pages(...Array.from({ length: 300 }, () => 'Bakery')))).toHaveLength(300);
});

test('a page that is added changes no mark of another', () => {
  const before = pages('News Daily', 'Nasi Dapur', 'Corner Bakery');
  const after = pageMarks([{ id: 99, name: 'Naan Dough' }, ...before]);
  for (const [id, mark] of pageMarks(before)) expect(after.get(id)).toEqual(mark);
});
