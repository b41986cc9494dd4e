// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { ensureValidLanguage } from './valid-language.ts';

const speak = (value: string) => Object.defineProperty(navigator, 'language', { value, configurable: true });
afterEach(() => {
  speak('en-US');
});

test.each([
  ['en-US@posix', 'en'],
  ['ms-MY', 'ms-MY'],
])('a browser that speaks %s formats numbers in %s', (chosen, used) => {
  speak(chosen);
  ensureValidLanguage();
  expect(navigator.language).toBe(used);
  expect(() => new Intl.NumberFormat(navigator.language)).not.toThrow();
});
