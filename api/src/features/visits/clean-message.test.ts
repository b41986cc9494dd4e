import { expect, test } from 'vitest';
import { cleanMessage, cleanName } from './clean-message.ts';

/** As a build has it. */
const CODE =
  'class QuotaError extends Error{}const e=t=>{throw new Error(`Could not draw the list of ${t.name} for today`)};' +
  'e.posts.map(n=>n.title);const r="Save";';

test.each([
  ["Cannot read properties of undefined (reading 'title')", "Cannot read properties of undefined (reading 'title')"],
  ["Cannot read properties of undefined (reading 'Maria')", "Cannot read properties of undefined (reading '…')"],
  ['e.posts.map is not a function', 'e.posts.map is not a function'],
  ['Maria.Weber is not a function', '… is not a function'],
  ["undefined is not an object (evaluating 'e.posts')", "undefined is not an object (evaluating 'e.posts')"],
  ['Could not draw the list of Maria Weber for today', 'Could not draw the list of …'],
  ['Could not draw the list of Kaya toast is back', 'Could not draw the list of …'],
  ['Could not draw the listless', 'Could not draw the …'],
  // The beginning or the end of a word in the code may be a whole one of somebody's.
  ['Could not draw the lis', 'Could not draw the …'],
  ['ould not draw the list', '… not draw the list'],
  ['Minified React error #310; visit https://react.dev/errors/310?args[]=Maria', 'React error 310'],
  ['{"name":"Maria","email":"maria@example.com"}', '…'],
  ['GET https://pages.example.com/api/posts?q=secret failed', '…'],
  ['Token EAAB1234567890 was refused', '…'],
  ['Maria', '…'],
  ['Save', 'Save'],
  ['', ''],
  ['Failed to fetch', 'Failed to fetch'],
  [`Could not draw the list of ${'x '.repeat(5000)}`, 'Could not draw the list of …'],
])('"%s" is kept as "%s"', (message, kept) => {
  expect(cleanMessage(message, CODE)).toBe(kept);
});

test('without the code only what engines say is kept', () => {
  expect([
    cleanMessage('Could not draw the list of', ''),
    cleanMessage('Maximum call stack size exceeded', ''),
    cleanMessage('t is not a function', ''),
  ]).toEqual(['…', 'Maximum call stack size exceeded', '… is not a function']);
});

test.each([
  ['TypeError', 'TypeError'],
  ['QuotaError', 'QuotaError'],
  ['MariaWeber', 'Error'],
  ['Maria Weber', 'Error'],
  ['<b>', 'Error'],
])('an error of class %s is one of %s', (name, kept) => {
  expect(cleanName(name, CODE)).toBe(kept);
});
