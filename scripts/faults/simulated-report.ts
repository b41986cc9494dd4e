import { simulatedRelease, type SimulatedFault } from './simulated-release.ts';
import { simulatedTraffic, type Traffic } from './simulated-traffic.ts';

/** @returns how many harmless versions were taken back */
export function printHarmless(releases: number, firstSeed: number): number {
  const seeds = Array.from({ length: releases }, (_, n) => firstSeed + n);
  const outcomes = seeds.map((seed) => ({ seed, ...simulatedRelease(simulatedTraffic(seed), seed) }));
  const takenBack = outcomes.filter(({ verdict }) => verdict.kind === 'worse');
  for (const { seed, verdict } of takenBack) console.log(`Seed ${seed}: ${JSON.stringify(verdict)}`);
  const tooFew = outcomes.filter(({ verdict }) => verdict.kind === 'too-few').length;
  console.log(
    `${takenBack.length} of ${releases} harmless versions taken back. ` +
      `For ${tooFew} there were too few people to tell, and ${releases - tooFew - takenBack.length} were no worse.`,
  );
  return takenBack.length;
}

const FAULTS: readonly [string, SimulatedFault][] = [
  ['does not load', { load: 1 }],
  ['breaks at once', { broken: 1 }],
  ['breaks in 1 of 3 visits', { broken: 1 / 3 }],
  ['breaks in 10 % of visits', { broken: 0.1 }],
  ['breaks in 2 % of visits', { broken: 0.02 }],
  ['throws in 1 of 3 visits', { error: 1 / 3 }],
  ['throws in 10 % of visits', { error: 0.1 }],
  ['throws in 2 % of visits', { error: 0.02 }],
  ['calls fail in 1 of 3 visits', { call: 1 / 3 }],
  ['calls fail in 10 % of visits', { call: 0.1 }],
  ['freezes in 1 of 3 visits', { freeze: 1 / 3 }],
];
const TRIES = 30;

/**
 * How many people meet each fault before it is found: in an area where little goes wrong, and in one where 1 in 100
 * visits goes wrong anyhow.
 */
export function printPower(firstSeed: number): void {
  console.log(
    '\nPeople who meet a fault before it is found, of 600 (median, worst; found in so many of so many tries)',
  );
  for (const [name, fault] of FAULTS)
    console.log(
      `${name.padEnd(30)} calm: ${power(fault, firstSeed, 0.0005)}   noisy: ${power(fault, firstSeed, 0.01)}`,
    );
}

function power(fault: SimulatedFault, firstSeed: number, rate: number): string {
  const outcomes = Array.from({ length: TRIES }, (_, n) => {
    // Every seventh has 600 people.
    const seed = firstSeed + 7 * n + 5;
    const traffic: Traffic = {
      ...simulatedTraffic(seed),
      rates: { error: rate, call: rate, slow: rate, broken: rate / 10 },
      outage: null,
    };
    return simulatedRelease(traffic, seed, fault);
  });
  const met = outcomes.filter(({ verdict }) => verdict.kind === 'worse').map(({ metBy }) => metBy);
  met.sort((a, b) => a - b);
  const figures = met.length === 0 ? '-' : `${met[Math.floor(met.length / 2)]}, ${met.at(-1)}`;
  return `${figures} (${met.length}/${TRIES})`.padEnd(18);
}
