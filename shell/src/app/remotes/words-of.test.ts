import { expect, test } from 'vitest';
import { wordsOf } from './words-of.ts';

const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();
const unreadable = new Error('x');
Object.defineProperty(unreadable, 'message', {
  get: () => {
    throw new Error('not for you');
  },
});

// Made in the test: what names the cases looks into them.
test.each<[() => unknown, string]>([
  [() => new TypeError('posts is undefined'), 'TypeError: posts is undefined'],
  [() => 'down', 'down'],
  [() => null, 'null'],
  [() => Symbol('down'), 'Symbol(down)'],
  [() => Object.create(null) as unknown, 'Something that has no words'],
  [() => unreadable, 'Something that has no words'],
  [() => revoked, 'Something that has no words'],
])('whatever was thrown has words (%#)', (thrown, words) => expect(wordsOf(thrown())).toBe(words));

test('words are short enough for a report', () => expect(wordsOf(new Error('x'.repeat(9000)))).toHaveLength(500));
