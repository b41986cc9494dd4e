import { expect, test } from 'vitest';
import { attribution } from './attribution.ts';
import { bucketOf, percentile } from './buckets.ts';
import { peopleCounter, peopleOf } from './people.ts';

const area = (name: string, version: string, base = '') => ({
  name,
  version,
  manifestUrl: `${base}/remotes/${name}/${version}/mf-manifest.json`,
  entryUrl: `${base}/remotes/${name}/${version}/remoteEntry.js`,
  isCurrent: true,
});
const shell = (version: string) => ({
  name: 'shell',
  version: `1.0.0-${version}`,
  manifestUrl: '/index.html',
  entryUrl: `/main.${version}.js`,
  isCurrent: true,
});
const KNOWN = [
  area('mf_history', '1.1.0'),
  area('mf_history', '1.0.0'),
  area('mf_media', '2.0.0', 'https://cdn.example.com/pagecast'),
  shell('f54d0789'),
  shell('0a1b2c3d'),
];
const where = attribution(KNOWN, '/main.0a1b2c3d.js');
const SCREEN = { name: 'mf_history', version: '1.0.0' };
const HISTORY = '/remotes/mf_history/1.1.0/4.7b0ae17c.js';
const REACT = '/172.d878a5c2.js';

test.each([
  [[HISTORY, REACT], 'mf_history 1.1.0'],
  [[REACT, HISTORY], 'mf_history 1.1.0'],
  [[REACT, '/main.0a1b2c3d.js'], 'shell 1.0.0-0a1b2c3d'],
  [['https://cdn.example.com/pagecast/remotes/mf_media/2.0.0/1.0a1b2c3d.js'], 'mf_media 2.0.0'],
  [[], 'mf_history 1.0.0'],
  [['https://evil.example/remotes/mf_history/1.1.0/4.7b0ae17c.js'], null],
  [['https://evil.example/x.js', HISTORY], null],
  [['/remotes/mf_history/6.6.6/4.7b0ae17c.js'], null],
  [['/remotes/mf_nothing/1.1.0/4.7b0ae17c.js'], null],
  [['/remotes/mf_history/1.1.0/../../../secret.key'], null],
  [['/remotes/mf_history/1.1.0/'], null],
  [['/script.js'], null],
])('a stack through %j belongs to %s', (files, owner) => {
  const of = where.of(
    files.map((file) => ({ file, line: 1, column: 1 })),
    SCREEN,
  );
  expect(of === null ? null : `${of.name} ${of.version}`).toBe(owner);
});

test('a page whose shell is not known has no shell to attribute to', () => {
  const unknown = attribution(KNOWN, '/main.99999999.js');
  expect(unknown.of([{ file: REACT, line: 1, column: 1 }], null)).toBeNull();
  expect(unknown.versionOf({ name: 'shell', version: null })).toBeNull();
});

test.each(['LCP', 'INP', 'CLS'] as const)('the 75th percentile of %s comes back to within 5 %%', (metric) => {
  const unit = metric === 'CLS' ? 0.001 : 10;
  const counts = new Map<number, number>();
  for (let n = 1; n <= 200; n += 1) {
    const bucket = bucketOf(metric, n * unit);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  expect(Math.abs((percentile(metric, counts, 0.75) ?? 0) / (150 * unit) - 1)).toBeLessThan(0.05);
  expect([percentile(metric, new Map(), 0.75), percentile(metric, new Map([[bucketOf(metric, 0), 9]]), 0.75)]).toEqual([
    null,
    0,
  ]);
});

test('a person is one bit, another one each day and in each area', () => {
  const people = peopleCounter('a secret key of this product');
  const [monday, tuesday] = [new Date('2026-11-23T23:59:00Z'), new Date('2026-11-24T00:01:00Z')];
  const bits = [
    people.bitOf('mf_history', '7', monday),
    people.bitOf('mf_history', '7', tuesday),
    people.bitOf('mf_media', '7', monday),
    people.bitOf('mf_history', '8', monday),
    peopleCounter('another secret key').bitOf('mf_history', '7', monday),
  ];
  expect(new Set(bits).size).toBe(5);
  expect(people.bitOf('mf_history', '7', monday)).toBe(bits[0]);
  expect(bits.map((bit) => [bit.length, bit.replaceAll('0', '')])).toEqual(bits.map(() => [1024, '1']));
});

test.each([0, 1, 2, 3, 10, 100, 500])('%i people are told again from their bits, nearly', (count) => {
  const people = peopleCounter('a secret key of this product');
  const bits = new Set(
    Array.from({ length: count }, (_, n) => people.bitOf('mf_history', String(n), new Date('2026-11-23T00:00:00Z'))),
  );
  expect(Math.abs(peopleOf(bits.size) - count)).toBeLessThanOrEqual(Math.max(1, count * 0.1));
});
