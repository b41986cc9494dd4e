import { NEWS_CASES, REVIEW_CASES } from './cases/articles.ts';
import { AUTOMATION_CASES, POST_CASES, VARIANT_CASES } from './cases/posts.ts';
import { REWORD_CASES, REWRITE_CASES } from './cases/rewrites.ts';
import { SOURCED_NEWS_CASES, SOURCED_POST_CASES } from './cases/sourced.ts';
import { VOICE_CASES } from './cases/voices.ts';
import { at, type GoldenCase } from './golden-case.ts';

/** So many fit in an exam's time and price, put to two sides. */
const SAT = 200;
/** Long ones of these: each takes as long as ten others. */
const SAT_LONG = 2;

/** Posts in every kind, tone, language and length with every other. */
const POSTS = spread([...POST_CASES, ...AUTOMATION_CASES], 73);
const OTHERS: readonly GoldenCase[] = [
  ...VARIANT_CASES,
  ...REWRITE_CASES,
  ...REWORD_CASES,
  ...SOURCED_POST_CASES,
  ...REVIEW_CASES,
  ...NEWS_CASES,
  ...SOURCED_NEWS_CASES,
  ...VOICE_CASES,
];

/** Always the same ones in the same order. */
export const GOLDEN_CASES: readonly GoldenCase[] = [...POSTS, ...OTHERS];

/** What a model is asked in its exam: all of what there is little of, and some of everything early on. */
export const EXAM_CASES: readonly GoldenCase[] = spread([...somePosts(SAT - OTHERS.length), ...OTHERS], 73);

function somePosts(count: number): GoldenCase[] {
  const isLong = ({ length }: GoldenCase) => length === 'Long';
  const long = POSTS.filter(isLong).slice(0, SAT_LONG);
  return [...long, ...POSTS.filter((golden) => !isLong(golden)).slice(0, count - long.length)];
}

/** An exam that ends early has sat some of everything. @param step without a divisor in common with their number */
function spread<Case extends GoldenCase>(cases: readonly Case[], step: number): Case[] {
  return cases.map((_, index) => at(cases, index * step));
}
