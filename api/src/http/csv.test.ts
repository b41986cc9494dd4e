import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('cells are quoted, numbers stand as numbers, and nothing is an empty cell', () => {
  expect(csvLine(['She said "bread"', 'two\nlines', -3, 0, null])).toBe('"She said ""bread""","two\nlines",-3,0,\r\n');
});

test.each(['=1+1', '+60', '-2', '@SUM(A1)', '＝1', ' =1', '\t=1', '\n=1'])(
  'a spreadsheet does not run %j as a formula',
  (text) => expect(csvLine([text])).toBe(`"'${text}"\r\n`),
);
