// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { readPlace, readStack } from './read-stack.ts';

const ORIGIN = location.origin;
const HOSTS = ['https://cdn.example.com'];
const HISTORY = `${ORIGIN}/remotes/mf_history/1.0.0/4.7b0ae17c.js`;

function withStack(stack: string, message = 'Broken'): Error {
  return Object.assign(new TypeError(message), { stack });
}

test.each([
  ['Chromium', `TypeError: Broken\n    at list (${HISTORY}:1:2345)\n    at async ${ORIGIN}/172.d878a5c2.js:2:7`],
  ['Firefox', `list@${HISTORY}:1:2345\nasync*@${ORIGIN}/172.d878a5c2.js:2:7\n`],
  ['Safari', `list@${HISTORY}:1:2345\n@${ORIGIN}/172.d878a5c2.js:2:7\n[native code]`],
])('the stack of %s is read', (_browser, stack) => {
  expect(readStack(withStack(stack), HOSTS)).toEqual([
    { file: '/remotes/mf_history/1.0.0/4.7b0ae17c.js', line: 1, column: 2345 },
    { file: '/172.d878a5c2.js', line: 2, column: 7 },
  ]);
});

test('of an address neither query nor hash is told, and of a function no name', () => {
  const stack = `TypeError: Broken\n    at mariaWeber (${HISTORY}?token=secret#me:1:2)`;
  expect(readStack(withStack(stack), HOSTS)).toEqual([
    { file: '/remotes/mf_history/1.0.0/4.7b0ae17c.js', line: 1, column: 2 },
  ]);
});

test('what begins in an extension or on another site is not ours', () => {
  for (const file of ['chrome-extension://abc/inject.js', 'moz-extension://abc/x.js', 'https://evil.example/x.js'])
    expect(readStack(withStack(`Error: Broken\n    at f (${file}:1:2)\n    at g (${HISTORY}:1:2)`), HOSTS)).toBeNull();
});

test('what runs through an extension loses that place alone; a host of ours keeps its name', () => {
  const cdn = 'https://cdn.example.com/mf_media/1.0.0/1.0a1b2c3d.js';
  const places = [`${cdn}:1:2`, 'chrome-extension://abc/x.js:1:2', `${HISTORY}:3:4`];
  const stack = ['Error: Broken', ...places.map((place) => `    at f (${place})`)].join('\n');
  expect(readStack(withStack(stack), HOSTS)?.map(({ file }) => file)).toEqual([
    cdn,
    '/remotes/mf_history/1.0.0/4.7b0ae17c.js',
  ]);
});

test('places in a message are no places of the stack', () => {
  const message = `See\nhttps://evil.example/x.js:1:2`;
  expect(readStack(withStack(`Error: ${message}\n    at f (${HISTORY}:1:2)`, message), HOSTS)).toHaveLength(1);
});

test.each([['a text'], [null], [undefined], [{ stack: 'at f (https://evil.example/x.js:1:2)' }]])(
  '%j, thrown in the place of an error, has no stack',
  (thrown) => {
    expect(readStack(thrown, HOSTS)).toEqual([]);
  },
);

test('an error without a stack is where the browser says, unless the browser hides it', () => {
  const event = (filename: string) => new ErrorEvent('error', { filename, lineno: 3, colno: 4 });
  expect(readPlace(event(HISTORY), HOSTS)).toEqual([
    { file: '/remotes/mf_history/1.0.0/4.7b0ae17c.js', line: 3, column: 4 },
  ]);
  expect(readPlace(event(''), HOSTS)).toBeNull();
});
