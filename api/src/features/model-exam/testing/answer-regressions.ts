import type { PostCase } from '../cases/posts.ts';
import type { RewriteCase } from '../cases/rewrites.ts';
import type { GoldenCase } from '../golden-case.ts';
import { OF_OTHERS } from './other-regressions.ts';
import { OF_POSTS } from './post-regressions.ts';
import { OF_REWRITING } from './rewrite-regressions.ts';

/** What a worse model does to an answer; null: this case shows nothing of it. */
type AnswerRegression = (text: string, golden: GoldenCase) => string | null;

/** Seeded by hand, each a thing that models have been seen to do. */
export const ANSWER_REGRESSIONS: Readonly<Record<string, AnswerRegression>> = {
  ...eachOf(OF_POSTS, (golden): golden is PostCase => 'brief' in golden),
  ...eachOf(OF_REWRITING, (golden): golden is RewriteCase => 'rewriting' in golden),
  ...OF_OTHERS,
};

function eachOf<Case extends GoldenCase>(
  regressions: Readonly<Record<string, (text: string, golden: Case) => string | null>>,
  isOne: (golden: GoldenCase) => golden is Case,
): Record<string, AnswerRegression> {
  return Object.fromEntries(
    Object.entries(regressions).map(([name, worsen]) => [
      name,
      (text: string, golden: GoldenCase) => (isOne(golden) ? worsen(text, golden) : null),
    ]),
  );
}
