import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkClaims } from '../check-claims.ts';
import { HELD_OUT, readMarkedTexts } from './marked-texts.ts';
import { measure, summaryOf } from './measure.ts';

const LEAST_FOUND = 0.95;
const MOST_ALARMS = 0.05;

test.each([
  ['texts that the rules were not made on', HELD_OUT, 300, 600],
  ['texts that were opened once, when the rules were done', ['fresh.txt'], 50, 120],
  ['texts that were written after the rules, by somebody who had not read them', ['written-after.txt'], 60, 130],
])('%s: inventions are found, and little else is flagged', (name, files, texts, inventions) => {
  const measured = measure(files.flatMap(readMarkedTexts));
  console.log(`Claims, ${name}: ${summaryOf(measured)}`);
  expect(measured.texts).toBeGreaterThanOrEqual(texts);
  expect(measured.inventions).toBeGreaterThanOrEqual(inventions);
  expect(measured.found / measured.inventions).toBeGreaterThanOrEqual(LEAST_FOUND);
  expect(measured.sourcedFlagged / measured.sourced).toBeLessThanOrEqual(MOST_ALARMS);
  expect(measured.neutralFlagged / measured.neutralWords).toBeLessThanOrEqual(MOST_ALARMS);
});

test('no text is in two of the files', () => {
  const files = [...HELD_OUT, 'fresh.txt', 'written-after.txt', 'development.txt', 'development-plain.txt'];
  const texts = files.flatMap((file) => readMarkedTexts(file).map(({ text }) => text));
  expect(new Set(texts).size).toBe(texts.length);
});

test('every mark stands in a text, and every text has a source', () => {
  for (const file of HELD_OUT) {
    const lines = readFileSync(path.join(import.meta.dirname, file), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.length).toBe(2 * readMarkedTexts(file).length);
  }
  for (const { text, marks } of HELD_OUT.flatMap(readMarkedTexts)) {
    expect(text).not.toMatch(/[[\]{}]/);
    for (const { start, end } of marks) expect(text.slice(start, end).trim()).not.toBe('');
  }
});

test('the same text gives the same claims', () => {
  const [first] = HELD_OUT.flatMap(readMarkedTexts);
  const sources = [{ where: 'source', text: first?.source ?? '' }];
  expect(checkClaims(first?.text ?? '', sources)).toEqual(checkClaims(first?.text ?? '', sources));
});
