import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RETENTION } from './retention.ts';

/** By its name: the number, and what it counts. */
const periods = Object.fromEntries(
  Object.entries(RETENTION).map(([name, number]) => [
    name,
    `${number} ${/Days$|Hours$/.exec(name)?.[0].toLowerCase() ?? ''}`.trim(),
  ]),
);

test('what is said of how long data is kept is what is done, of each kind', () => {
  const text = fs.readFileSync(path.join(import.meta.dirname, '../docs/data.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| (`[^|]+) \|$/gm)].map(([, , kept = '', names = '']) => ({
    kept,
    names: [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  }));
  expect(rows.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(RETENTION).toSorted());
  for (const { kept, names } of rows) for (const name of names) expect(`${name}: ${kept}`).toContain(periods[name]);
});
