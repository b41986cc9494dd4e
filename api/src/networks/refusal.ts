import type { PostProblem } from '../features/posts/post.ts';

/** Whose calls wait: those to one page, of one person, or all that we make to the network. */
export type PauseScope = 'page' | 'user' | 'app';

/**
 * What a refusal asks of us.
 * - `fail`: this content will never pass
 * - `hold`: the page waits for its owner; the post keeps its place
 * - `pause`: wait `minutes` before the next call of this scope
 */
export type Refusal =
  | { readonly kind: 'fail'; readonly problem: PostProblem }
  | { readonly kind: 'hold'; readonly problem: PostProblem }
  | { readonly kind: 'pause'; readonly scope: PauseScope; readonly minutes: number; readonly problem: PostProblem };
