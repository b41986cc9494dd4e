import { NO_VOICE } from '@pagecast/api/contract';
import { expect, test } from 'vitest';
import { fillSnippet, insertAt } from './fill-snippet.ts';
import { namePages } from './name-pages.ts';
import { fieldsOf, voiceOf, withProposed } from './voice-form-state.ts';

test('variables of a snippet are filled in once, and those without a value are told', () => {
  const variables = [
    { name: 'opening_hours', value: '7am to {close}' },
    { name: 'phone', value: '012-555 0147' },
  ];
  expect(fillSnippet('Open {opening_hours}. {phone}, {phone}. {Menu} {price}', variables)).toEqual({
    text: 'Open 7am to {close}. 012-555 0147, 012-555 0147. {Menu} {price}',
    missing: ['price'],
  });
});

test.each([
  ['Come by.', 8, '#kopi', 'Come by. #kopi', 14],
  ['Come  by.', 5, 'and', 'Come and by.', 8],
  ['', 0, '#kopi', '#kopi', 5],
  ['Comeby', 4, '#', 'Come # by', 6],
])('into %j at %i', (text, at, inserted, whole, caret) =>
  expect(insertAt(text, at, inserted)).toEqual({ text: whole, caret }),
);

test('a form holds lists as texts, and saves each word once and no empty row', () => {
  const voice = { ...NO_VOICE, wordsToUse: ['kaw', 'jom'], variables: [{ name: 'phone', value: '1' }] };
  const fields = fieldsOf(voice);
  expect(voiceOf(fields)).toEqual(voice);
  const edited = {
    ...fields,
    wordsToUse: 'kaw,\njom, kaw,',
    variables: [...fields.variables, { name: '', value: ' ' }],
  };
  expect(voiceOf(edited)).toEqual(voice);
});

test('what the AI proposes takes the place of what it could read, and of nothing else', () => {
  const before = fieldsOf({ ...NO_VOICE, tone: 'Cool', signOff: 'Bye', wordsToUse: ['jom'], wordsToAvoid: ['cheap'] });
  const proposed = {
    tone: 'Warm',
    audience: 'Neighbours',
    languageMix: '',
    wordsToUse: [],
    facts: '',
    emoji: 'a few',
    hashtags: '',
    signOff: '',
  } as const;
  expect(withProposed(before, { ...proposed, wordsToUse: [] })).toEqual({
    ...before,
    tone: 'Warm',
    audience: 'Neighbours',
    emoji: 'a few',
  });
});

test.each([
  [['Corner Bakery', 'Night Diner'], 2, 'All pages'],
  [['Corner Bakery', 'Night Diner'], 3, 'Corner Bakery, Night Diner'],
  [['A', 'B', 'C', 'D', 'E', 'F'], 60, 'A, B, C, D, E, F'],
  [['A', 'B', 'C', 'D', 'E', 'F', 'G'], 60, 'A, B, C, D, E and 2 other pages'],
])('of %j among %i pages, a part of the prompt says %s', (names, all, said) => {
  expect(namePages(names, all)).toBe(said);
});
