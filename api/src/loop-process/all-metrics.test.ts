import { expect, test } from 'vitest';
import { createMetrics } from '../http/metrics.ts';
import { allMetrics } from './all-metrics.ts';

/** The line of Facebook's clock where this process and that of the loop found it ahead by so many seconds. */
async function toldOf(here: number | null, ofLoop: number | null): Promise<string | undefined> {
  const [own, others] = [here, ofLoop].map((seconds) => {
    const metrics = createMetrics();
    if (seconds !== null) metrics.facebookClockDifference.set(seconds);
    return metrics.registry;
  });
  const text = await allMetrics(own!, await others!.getMetricsAsJSON());
  return text
    .split('\n')
    .find((line) => line.startsWith('facebook_clock_difference_seconds'))
    ?.split(' ')[1];
}

test.each([
  [-600, 0, '-600'],
  [-2, 600, '600'],
  [2, -600, '-600'],
  [null, -3, '-3'],
  [null, null, undefined],
])('of clocks that are off by %s and %s the one further off is told', async (here, ofLoop, told) => {
  expect(await toldOf(here, ofLoop)).toBe(told);
});
