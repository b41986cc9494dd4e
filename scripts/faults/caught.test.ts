import { expect, test } from 'vitest';
import { missed, type Caught } from './caught.ts';

const found: Caught = {
  kind: { name: 'throws at import' },
  metBy: 2,
  seconds: 60,
  said: 'They could not use it.',
  areOthersWell: true,
};

test('a fault that few people met for a short time is not missed', () => {
  expect(missed([found, { ...found, metBy: 3 }])).toEqual([]);
});

test.each([
  ['that stayed', { seconds: null }],
  ['that more than three people met', { metBy: 4 }],
  ['that stayed for more than a minute', { seconds: 61 }],
  ['that broke another area', { areOthersWell: false }],
])('a fault %s is missed', (_name, part) => {
  expect(missed([found, { ...found, ...part, kind: { name: 'the other' } }])).toEqual(['the other']);
});

test('a run that tries nothing has found nothing out', () => {
  expect(missed([])).toHaveLength(1);
});
