import type { PageProblem, ProblemOf } from '../problems/problem.ts';

/** Whose calls wait: those to one page, of one person, or all that we make to the network. */
export type PauseScope = 'page' | 'user' | 'app';

/**
 * What a refusal asks of us.
 * - `fail`: this content will never pass
 * - `hold`: the page waits for its owner; the post keeps its place
 * - `pause`: wait `minutes` before the next call of this scope
 */
export type Refusal =
  | { readonly kind: 'fail'; readonly problem: ProblemOf<'refused' | 'duplicate' | 'tech_site_key' | 'app_secret'> }
  | { readonly kind: 'hold'; readonly problem: PageProblem }
  | {
      readonly kind: 'pause';
      readonly scope: PauseScope;
      readonly minutes: number;
      readonly problem: ProblemOf<'rate_limited' | 'blocked'>;
    };

/** The instant in so many minutes, as a problem has it. */
export function inMinutes(minutes: number, now: Date): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}
