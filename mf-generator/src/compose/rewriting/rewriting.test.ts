import { expect, test } from 'vitest';
import { partOf, placeNow, replaced } from './place-change.ts';
import { costAfter, costBefore, quoted, wordsOf } from './rewriting-words.ts';
import { changed, NO_HISTORY, redone, undone } from './text-history.ts';

const TEXT = 'Fresh bread. It is gone by ten. Come early.';
const MIDDLE = { start: 13, end: 31 };
const text = (words: string) => ({ text: words, generationId: 0 });
const change = (from: string, to: string) => ({ from: text(from), to: text(to) });

test('a part is what is selected, without the spaces at its ends, and knows what stands around it', () => {
  expect(partOf(TEXT, { start: 12, end: 32 }, 8)).toEqual({
    text: 'It is gone by ten.',
    before: ' bread. ',
    after: ' Come ea',
    range: MIDDLE,
  });
});

test.each([null, { start: 5, end: 5 }])('with nothing selected (%j) it is the whole text', (selected) => {
  expect(partOf(`\n${TEXT}  `, selected, 500)).toEqual({
    text: TEXT,
    before: '\n',
    after: '  ',
    range: { start: 1, end: 1 + TEXT.length },
  });
});

const FAMILY = '👨‍👩‍👧';
const ACCENTED = 'e\u0301';

test.each([
  ['what stands around it', `${FAMILY} Roti ${FAMILY}`, { start: 9, end: 13 }, 3, ['Roti', ' ', ' ']],
  ['an emoji at its edges', `Ya ${FAMILY}${FAMILY} ya`, { start: 7, end: 13 }, 2, [FAMILY + FAMILY, 'a ', ' y']],
  [
    'an accent at its edges',
    `caf${ACCENTED} ${ACCENTED}t`,
    { start: 4, end: 7 },
    9,
    [`${ACCENTED} ${ACCENTED}`, 'caf', 't'],
  ],
])('no letter is cut in two: %s', (_where, text, selected, around, [part, before, after]) => {
  expect(partOf(text, selected, around)).toMatchObject({ text: part, before, after });
});

test.each([
  ['nobody wrote', TEXT, MIDDLE],
  ['somebody wrote behind it', `${TEXT} Bring a bag.`, MIDDLE],
  ['somebody wrote right behind it', TEXT.replace('ten.', 'ten. Really.'), MIDDLE],
  ['somebody wrote before it', `Hello! ${TEXT}`, { start: 20, end: 38 }],
  ['somebody deleted before it', TEXT.replace('Fresh ', ''), { start: 7, end: 25 }],
  ['somebody changed it', TEXT.replace('ten', 'nine'), null],
  ['somebody deleted it', 'Fresh bread. Come early.', null],
  ['it is another text', 'Another text altogether, which is long enough.', null],
  ['nothing is left', '', null],
])('where a part stands when %s', (_what, now, place) => {
  expect(placeNow(TEXT, MIDDLE, now)).toEqual(place);
});

test('the answer replaces exactly the part', () => {
  expect(replaced(TEXT, MIDDLE, 'All sold by ten.')).toBe('Fresh bread. All sold by ten. Come early.');
});

test('of a whole text that was written on, the answer replaces what was there then', () => {
  const whole = { start: 0, end: TEXT.length };
  expect(placeNow(TEXT, whole, `${TEXT} More.`)).toEqual(whole);
  expect(placeNow(TEXT, whole, TEXT.slice(0, -4))).toBeNull();
});

test('a change is undone and redone, and what was written in between comes back', () => {
  const kept = changed(changed(NO_HISTORY, change('one', 'two')), change('two', 'three'));
  const back = undone(kept, text('three, and more by hand'));
  expect(back?.text).toEqual(text('two, and more by hand'));
  const further = undone(back!.history, back!.text);
  expect(further?.text).toEqual(text('one, and more by hand'));
  expect(undone(further!.history, further!.text)).toBeNull();
  const again = redone(further!.history, text('Hello! one, and more by hand'));
  expect(again?.text).toEqual(text('Hello! two, and more by hand'));
  expect(redone(again!.history, again!.text)?.text).toEqual(text('Hello! three, and more by hand'));
  expect(redone(changed(further!.history, change('one', 'four')), text('four'))).toBeNull();
});

test('a change that was written over comes back whole, and what was written with it', () => {
  const kept = changed(NO_HISTORY, change('Fresh bread today', 'Fresh loaves today'));
  const back = undone(kept, text('Fresh loafs today, or so'));
  expect(back?.text).toEqual(text('Fresh bread today'));
  expect(redone(back!.history, back!.text)?.text).toEqual(text('Fresh loafs today, or so'));
});

test('costs are said as everywhere', () => {
  expect(costBefore({ usualMicros: 420, mostMicros: 6200 })).toBe('about $0.0004, at most $0.0062.');
  expect(costBefore({ usualMicros: null, mostMicros: null })).toContain('no list price');
  expect([costAfter(420), costAfter(null)]).toEqual(['It cost $0.0004.', 'Its price is unknown.']);
});

test('a part is known by its beginning', () => {
  expect([quoted('Fresh\n bread '), quoted('a'.repeat(90))]).toEqual(['“Fresh bread”', `“${'a'.repeat(60)}…”`]);
  expect([wordsOf('Bread'), wordsOf('It’s RM 14.50')]).toEqual(['1 word', '3 words']);
});
