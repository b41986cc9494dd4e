import { expect, test } from 'vitest';
import { isShape } from './is-shape.ts';
import type { Shape } from './shape.ts';

const method = { takes: ['string'], gives: 'void' };
const shapes: Shape[] = [
  'ReactNode',
  { value: null },
  { value: 'sm' },
  { is: 'tuple', of: ['string', { value: 1 }] },
  { is: 'string', limits: { maxLength: 3, format: 'uri' } },
  { oneOf: ['string', { value: true }] },
  { list: 'string', limits: { maxItems: 2 }, isReadonly: true },
  { fields: { 'size?': 'number' }, others: ['id'], rest: 'string', isExact: true, calls: [method] },
  { takes: ['string'], optional: 1, isVariadic: true, gives: { list: 'number' }, generics: ['unknown'], makes: true },
];

test.each(shapes)('what a build may say is read: %j', (shape) => {
  expect(isShape(JSON.parse(JSON.stringify(shape)))).toBe(true);
});

test.each([
  null,
  1,
  [],
  {},
  { value: {} },
  { is: 'tuple' },
  { is: 1, of: [] },
  { is: 'string', limits: { maxLength: null } },
  { is: 'string', of: [], limits: {} },
  { oneOf: 'string' },
  { list: {} },
  { list: 'string', isReadonly: 'yes' },
  { fields: { title: 1 } },
  { fields: [] },
  { fields: {}, calls: ['string'] },
  { fields: {}, title: 'string' },
  { takes: ['string'] },
  { takes: [{}], gives: 'void' },
  { takes: [], gives: 'void', optional: '1' },
  JSON.parse('{"fields":{"__proto__":"string"}}'),
  JSON.parse('{"list":"string","limits":{"maxItems":1e999}}'),
])('what says nothing is none: %j', (said) => {
  expect(isShape(said)).toBe(false);
});

test('one that goes deeper than any build is none, however deep', () => {
  const nested = (levels: number) => JSON.parse(`${'{"list":'.repeat(levels)}"string"${'}'.repeat(levels)}`) as unknown;
  expect(isShape(nested(50))).toBe(true);
  expect(isShape(nested(100_000))).toBe(false);
});
