import { expect, test } from 'vitest';
import { createMetrics } from '../http/metrics.ts';
import { facebookClockCheck } from './clock-check.ts';

/** What is said where Facebook's clock is ahead by so much, and the lines of the metric. */
async function saidOf(offMs: number | null): Promise<{ said: string | null; told: string[] }> {
  const metrics = createMetrics();
  const said = await facebookClockCheck({ clock: { offMs: async () => offMs }, metrics, limitSeconds: 5 })();
  const told = (await metrics.registry.metrics()).split('\n');
  return { said, told: told.filter((line) => line.startsWith('facebook_clock_difference_seconds')) };
}

test.each([
  ['behind that', 600_000, "The clock of this machine is 10 min behind Facebook's.", 600],
  ['ahead of that', -600_000, "The clock of this machine is 10 min ahead of Facebook's.", -600],
])('a machine whose clock is %s of Facebook is told so', async (_, offMs, sentence, seconds) => {
  const { said, told } = await saidOf(offMs);
  expect(said).toContain(sentence);
  expect(told).toEqual([`facebook_clock_difference_seconds ${seconds}`]);
});

test('where nothing was heard of Facebook, nothing is told of its clock', async () => {
  expect(await saidOf(null)).toEqual({ said: null, told: [] });
});
