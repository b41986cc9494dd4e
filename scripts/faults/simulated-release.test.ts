import { expect, test } from 'vitest';
import { simulatedRelease } from './simulated-release.ts';
import { simulatedTraffic } from './simulated-traffic.ts';

// `npm run faults -- --releases 1000` has a thousand.
test('of forty harmless releases none is taken back, whatever the traffic', () => {
  const seeds = Array.from({ length: 40 }, (_, seed) => seed);
  const takenBack = seeds.filter((seed) => simulatedRelease(simulatedTraffic(seed), seed).verdict.kind === 'worse');
  expect(takenBack).toEqual([]);
});

test.each([
  [1, 0.02],
  [0.33, 0.03],
])('screens that break in %f of all visits are taken back before many met them', (rate, share) => {
  for (const seed of [4, 5, 11, 12]) {
    const traffic = simulatedTraffic(seed);
    const { verdict, metBy } = simulatedRelease(traffic, seed, { broken: rate });
    expect([seed, verdict]).toMatchObject([seed, { kind: 'worse', metric: 'broken' }]);
    expect(metBy).toBeLessThanOrEqual(Math.max(5, traffic.people.length * share));
  }
});
