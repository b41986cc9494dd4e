import { expect, test } from 'vitest';
import { NO_EVIDENCE } from './evidence.ts';
import { JUDGED_METRICS, type JudgedMetric } from '../../contract/release-judgements.ts';
import type { Group } from './groups.ts';
import { hardFailure, type HardFailure, type Visitor } from './hard-failure.ts';
import { judge, type Observed } from './judge.ts';
import type { Of } from './verdict.ts';

const NOW = 1_000_000;
const HEALTHY = { met: 0, people: 500 };
const HEALTHY_BASE = { load: HEALTHY, broken: HEALTHY, error: HEALTHY, call: HEALTHY, freeze: HEALTHY };

function group(people: number, met: Partial<Record<JudgedMetric, number>> = {}): Group {
  return {
    people,
    met: { ...(Object.fromEntries(JUDGED_METRICS.map((metric) => [metric, 0])) as Group['met']), ...met },
  };
}

const observed = (candidate: Group, base: Group, share = 0.05): Observed => ({
  groups: { share, candidate, base },
  visitors: [],
  base: HEALTHY_BASE,
  now: NOW,
});
const verdict = (...of: Parameters<typeof observed>) => judge(NO_EVIDENCE, observed(...of)).verdict;

test('what meets one in three is found by the fourth or fifth person', () => {
  expect(verdict(group(9, { error: 3 }), group(240, { error: 1 }))).toMatchObject({ kind: 'too-few', people: 9 });
  expect(verdict(group(14, { error: 5 }), group(240, { error: 1 }))).toEqual({
    kind: 'worse',
    metric: 'error',
    candidate: { met: 5, people: 14 },
    base: { met: 1, people: 240 },
  });
});

test.each([
  ['as many as in the base', group(50, { call: 5 }), group(950, { call: 95 }), 0.05],
  ['a tenth more, of very many people', group(500_000, { error: 5500 }), group(500_000, { error: 5000 }), 0.5],
  ['ten times as many, and still hardly anybody', group(100_000, { error: 100 }), group(100_000, { error: 10 }), 0.5],
  ['an outage that everybody meets', group(50, { call: 50, error: 50 }), group(950, { call: 950, error: 950 }), 0.05],
])('%s is no worse', (_, candidate, base, share) => {
  expect(verdict(candidate, base, share).kind).toBe('no-worse');
});

test.each([
  [19, 500],
  [500, 19],
  [0, 0],
])('with %i people on one side and %i on the other nothing is said', (people, basePeople) => {
  expect(verdict(group(people), group(basePeople))).toEqual({ kind: 'too-few', people, basePeople });
});

test('only what is new adds to the evidence, however often somebody looks', () => {
  const seen = observed(group(30, { error: 3 }), group(300, { error: 2 }));
  let { evidence, verdict: said } = judge(NO_EVIDENCE, seen);
  for (let look = 0; look < 10_000; look += 1) ({ evidence, verdict: said } = judge(evidence, seen));
  expect(said.kind).toBe('no-worse');
});

test('of people who were named nothing can be learned by chance', () => {
  expect(verdict(group(0), group(40, { error: 1 }), 0)).toMatchObject({ kind: 'too-few' });
});

const failing = (failedAt: number, met: JudgedMetric = 'broken'): Visitor => ({
  met: [met],
  firstAt: failedAt,
  seenAt: null,
  failedAt,
});
const well = (at: number): Visitor => ({ met: [], firstAt: at, seenAt: at, failedAt: null });
const hard = (visitors: Visitor[], base: Partial<Record<HardFailure, Of>> = {}, now = NOW) =>
  hardFailure(visitors, { ...HEALTHY_BASE, ...base }, now);

test.each(['broken', 'load', 'error'] as const)('two people in a row need no figures: %s', (metric) => {
  expect(hard([failing(1000, metric), failing(2000, metric)])).toBe(metric);
  expect(hard([failing(1000, metric)])).toBeNull();
  // Where nobody has the version before.
  expect(hard([failing(1000, metric), failing(2000, metric)], { [metric]: { met: 0, people: 0 } })).toBe(metric);
});

test('somebody in between who could work with it makes it chance', () => {
  expect(hard([failing(1000), well(1500), failing(2000)])).toBeNull();
  expect(hard([well(500), failing(1000), failing(2000)])).toBe('broken');
});

test('where many can work with it, two in a row are chance', () => {
  expect(hard([well(1), well(2), well(3), well(4), failing(1000), failing(2000)])).toBeNull();
  // They have only just come: it may break yet.
  expect(
    hard([well(NOW - 20), well(NOW - 19), well(NOW - 18), well(NOW - 17), failing(NOW - 9), failing(NOW - 8)]),
  ).toBe('broken');
});

test('files that stay away twice may be two bad lines, once they came to anybody', () => {
  expect(hard([well(1), failing(1000, 'load'), failing(2000, 'load')])).toBeNull();
});

test('what the version before does to its people too is not held against this one', () => {
  const both = { broken: { met: 12, people: 500 } };
  expect(hard([failing(1000), failing(2000)], both)).toBeNull();
  expect(hard([failing(1000), failing(2000)], { broken: { met: 5, people: 500 } })).toBe('broken');
});

test.each(['call', 'freeze'] as const)(
  'three people in a row are enough where it is usual for nobody: %s',
  (metric) => {
    const three = [failing(1000, metric), failing(2000, metric), failing(3000, metric)];
    expect(hard(three)).toBe(metric);
    expect(hard(three.slice(1))).toBeNull();
    expect(hard([...three, well(2500)])).toBeNull();
    expect(hard([well(1), ...three])).toBeNull();
    expect(hard(three, { [metric]: { met: 6, people: 500 } })).toBeNull();
    expect(hard(three, { [metric]: { met: 0, people: 19 } })).toBeNull();
  },
);

test('whoever waited or met a failed call could work with it', () => {
  expect(hard([failing(1000), { ...well(1500), met: ['freeze', 'slow', 'call'] }, failing(2000)])).toBeNull();
});

test('its figures are those of the share, though the days before are looked at too', () => {
  const groups = { share: 0.05, candidate: group(2, { error: 2 }), base: group(40, { error: 0 }) };
  const base = { ...HEALTHY_BASE, error: { met: 2, people: 240 } };
  const visitors = [failing(1000, 'error'), failing(2000, 'error')];
  expect(judge(NO_EVIDENCE, { groups, visitors, base, now: NOW }).verdict).toMatchObject({
    kind: 'worse',
    candidate: { met: 2, people: 2 },
    base: { met: 0, people: 40 },
  });
});
