import { JUDGED_METRICS, type JudgedMetric } from '../../api/src/contract/release-judgements.ts';
import type { Group } from '../../api/src/features/release-judge/groups.ts';
import { HARD, type Visitor } from '../../api/src/features/release-judge/hard-failure.ts';
import type { Observed } from '../../api/src/features/release-judge/judge.ts';
import type { SimulatedPerson } from './simulated-traffic.ts';

type Side = 'candidate' | 'base';

/** What is known of somebody who came since the share began. */
export interface Known {
  side: Side;
  hasTried: boolean;
  readonly met: Readonly<Record<Side, Set<JudgedMetric>>>;
  firstAt: number;
  seenAt: number | null;
  failedAt: number | null;
}

/** So many of the first people with a version are looked at one by one. */
const FIRST = 20;
const none = () => Object.fromEntries(JUDGED_METRICS.map((metric) => [metric, 0])) as Record<JudgedMetric, number>;

/** Counts people as the product's table does, as they come and as they meet something. */
export class SimulatedCounts {
  readonly #known = new Map<SimulatedPerson, Known>();
  readonly #people = { candidate: 0, base: 0 };
  readonly #met = { candidate: none(), base: none() };
  readonly #first: Known[] = [];

  /** Somebody opens the area and is given the version of this side. */
  came(person: SimulatedPerson, side: Side, at: number): Known {
    const found = this.#known.get(person);
    if (found?.side === side) return found;
    const known = found ?? {
      side,
      hasTried: false,
      met: { candidate: new Set<JudgedMetric>(), base: new Set<JudgedMetric>() },
      firstAt: at,
      seenAt: null,
      failedAt: null,
    };
    if (found !== undefined) this.#people[found.side] -= 1;
    this.#people[side] += 1;
    Object.assign(known, { side, firstAt: at, seenAt: null });
    if (side === 'candidate' && this.#first.length < FIRST) this.#first.push(known);
    this.#known.set(person, known);
    return known;
  }

  /** @returns whether any of it is new */
  met(known: Known, metrics: readonly JudgedMetric[], at: number): boolean {
    const { side, met } = known;
    const fresh = metrics.filter((metric) => !met.candidate.has(metric) && !met.base.has(metric));
    for (const metric of fresh) {
      met[side].add(metric);
      this.#met[side][metric] += 1;
    }
    if (side === 'candidate' && fresh.some((metric) => (HARD as readonly JudgedMetric[]).includes(metric)))
      known.failedAt ??= at;
    if (!metrics.includes('load')) known.seenAt = at;
    return fresh.length > 0;
  }

  /** @param history what the base did to its people before */
  observed(share: number, history: Observed['base'], now: number): Observed {
    const groupOf = (side: Side): Group => ({ people: this.#people[side], met: this.#met[side] });
    const groups = { share, candidate: groupOf('candidate'), base: groupOf('base') };
    const base = Object.fromEntries(
      HARD.map((metric) => [
        metric,
        { met: groups.base.met[metric] + history[metric].met, people: groups.base.people + history[metric].people },
      ]),
    ) as unknown as Observed['base'];
    return {
      groups,
      visitors: this.#first.map(({ met, ...times }): Visitor => ({ ...times, met: [...met.candidate] })),
      base,
      now,
    };
  }
}
