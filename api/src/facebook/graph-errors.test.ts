import { expect, test } from 'vitest';
import { classify } from './graph-errors.ts';

test.each([
  [1, 99, 'transient'], [2, null, 'transient'], [3, null, 'bad'],
  [4, null, 'rate-limited'], [17, 2446079, 'rate-limited'], [32, null, 'rate-limited'], [613, 1996, 'rate-limited'],
  [341, null, 'rate-limited'], ...[80_000, 80_001, 80_002, 80_003, 80_004, 80_005, 80_006, 80_008, 80_009, 80_014].map((code) => [code, null, 'rate-limited'] as const),
  [10, null, 'permission'], [200, null, 'permission'], [283, null, 'permission'], [299, null, 'permission'],
  [100, null, 'bad'], [100, 33, 'bad'], [33, null, 'bad'], [803, null, 'bad'], [102, null, 'auth'], [104, null, 'auth'],
  [190, null, 'auth'], [190, 458, 'auth'], [190, 459, 'auth'], [190, 460, 'auth'], [190, 463, 'auth'], [190, 464, 'auth'], [190, 467, 'auth'], [102, 463, 'auth'],
  [190, 492, 'permission'], [368, null, 'blocked'], [368, 1390008, 'blocked'], [368, 4854002, 'blocked'], [368, 1404112, 'blocked'],
  [368, 1404082, 'duplicate'], [368, 1404102, 'bad'], [368, 1346003, 'bad'], [368, 1404078, 'permission'],
  [506, null, 'duplicate'], [1609005, null, 'bad'], [1609008, null, 'bad'], [1366046, null, 'bad'], [1366051, null, 'duplicate'],
  [324, null, 'bad'], [352, null, 'bad'], [382, null, 'bad'], [1363030, null, 'transient'], [1363037, null, 'transient'], [1363040, null, 'bad'], [1363127, null, 'bad'], [1363128, null, 'bad'], [1363129, null, 'bad'], [2500, null, 'bad'], [2635, null, 'bad'],
  [999_999, null, 'unknown'],
] as const)('code %i with subcode %s is %s', (code, subcode, kind) => {
  expect(classify(code, subcode).kind).toBe(kind);
});

test.each([[4, 'app'], [17, 'user'], [80001, 'page'], [506, null]] as const)('limit %i stops the calls of the %s', (code, scope) => {
  expect(classify(code, null).scope).toBe(scope);
});
