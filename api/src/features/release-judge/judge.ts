import type { AllEvidence } from './evidence.ts';
import type { Groups } from './groups.ts';
import { hardFailure, type HardFailure, type Visitor } from './hard-failure.ts';
import { weigh, worse, type Of, type Verdict } from './verdict.ts';

/** What is known of a share at one moment. */
export interface Observed {
  readonly groups: Groups;
  /** The first people with the version that is tried, named ones among them. */
  readonly visitors: readonly Visitor[];
  /** What the version before did to its people, also to those before the share. */
  readonly base: Readonly<Record<HardFailure, Of>>;
  /** In ms. */
  readonly now: number;
}

/** Whether a version is worse than the one before it, by what its people met so far. */
export function judge(
  known: AllEvidence,
  { groups, visitors, base, now }: Observed,
): { evidence: AllEvidence; verdict: Verdict } {
  const weighed = weigh(known, groups);
  const failure = hardFailure(visitors, base, now);
  if (failure === null) return weighed;
  const met = visitors.filter((visitor) => visitor.met.includes(failure)).length;
  const verdict = { ...worse(groups, failure), candidate: { met, people: visitors.length } };
  return { ...weighed, verdict };
}
