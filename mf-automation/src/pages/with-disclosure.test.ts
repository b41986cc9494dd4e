import { expect, test } from 'vitest';
import { buildConfiguration } from '../testing.ts';
import { withDisclosure } from './with-disclosure.ts';

test.each([
  [undefined, 'Bread.'],
  ['', 'Bread.'],
  [' By AI. ', 'Bread.\n\nBy AI.'],
])('a sample with the line %j', (disclosure, shown) =>
  expect(withDisclosure('Bread.', buildConfiguration(disclosure === undefined ? {} : { disclosure }))).toBe(shown),
);
