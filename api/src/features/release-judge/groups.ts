import type { JudgedMetric } from '../../contract/release-judgements.ts';

/** One version's people, since the share began. */
export interface Group {
  /** Who opened the area, and was given this version by chance. */
  readonly people: number;
  /** So many of them met it with this version first. */
  readonly met: Readonly<Record<JudgedMetric, number>>;
}

/** Those with the version that is tried, and those with the one before it, at the same time. */
export interface Groups {
  /** The chance with which anybody is given the candidate, between 0 and 1. */
  readonly share: number;
  readonly candidate: Group;
  readonly base: Group;
}
