import { chanceFrom } from '../../api/sandbox/chance.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** One person who works with an area. */
export interface SimulatedPerson {
  /** Where they stand among all people, between 0 and 1: a share of 5 % has those below 0.05. */
  readonly place: number;
  /** So many times as much goes wrong for them as for others. */
  readonly frailty: number;
  /** Of their first visits to a version so many do not get all its files. */
  readonly badLine: number;
  /** When they open the area, in ms since the share began. */
  readonly visits: readonly number[];
}

/** Who comes when, and how much goes wrong with either version. */
export interface Traffic {
  readonly people: readonly SimulatedPerson[];
  /** Of a visit of somebody usual: each kind by itself. */
  readonly rates: { readonly error: number; readonly call: number; readonly slow: number; readonly broken: number };
  /** Meanwhile half of all calls fail, and a fifth of the screens with them. */
  readonly outage: { readonly from: number; readonly to: number } | null;
}

const SIZES = [6, 15, 40, 100, 250, 600, 1500];
const DAYS = 3;

/** Any of the shapes that real traffic has, the same for the same seed. */
export function simulatedTraffic(seed: number): Traffic {
  const chance = chanceFrom(`traffic ${seed}`);
  const size = SIZES[seed % SIZES.length] ?? 100;
  const hasBursts = chance() < 0.3;
  const [nightly, badLines] = [0.05 + 0.4 * chance(), 0.05 * chance()];
  const people = Array.from({ length: size }, (): SimulatedPerson => {
    const usual = Math.exp(1.2 * normal(chance));
    const perDay = Math.min(40, 3 * usual);
    const count = Math.floor(perDay * DAYS + chance());
    const visits = Array.from({ length: count }, () => timeOfVisit(chance, nightly, hasBursts));
    return {
      place: chance(),
      frailty: chance() < 0.05 ? 10 : Math.exp(0.8 * normal(chance)),
      badLine: chance() < badLines ? 0.2 : 0.002,
      visits: visits.toSorted((a, b) => a - b),
    };
  });
  const startsAt = chance() * DAYS * DAY_MS;
  return {
    people,
    // Where many visits go wrong, nearly everybody meets it in the end: most of these are met by 0 to 5 % of people.
    rates: { error: 0.05 * chance() ** 2, call: 0.05 * chance() ** 2, slow: 0.2 * chance(), broken: 0.001 * chance() },
    outage: chance() < 0.1 ? { from: startsAt, to: startsAt + 20 * MINUTE_MS } : null,
  };
}

function timeOfVisit(chance: () => number, nightly: number, hasBursts: boolean): number {
  const day = Math.floor(chance() * DAYS) * DAY_MS;
  // A mail goes out, and many come within the same minutes.
  if (hasBursts && chance() < 0.4) return day + 0.4 * DAY_MS + chance() * 5 * MINUTE_MS;
  const isAtNight = chance() < nightly;
  return day + (isAtNight ? chance() * 0.5 : 0.5 + chance() * 0.5) * DAY_MS;
}

function normal(chance: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}
