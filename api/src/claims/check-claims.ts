import type { Claim, FoundClaim, Source } from './claim.ts';
import { comparisonsOf } from './comparisons.ts';
import { figuresOf } from './figures.ts';
import { namesOf } from './names.ts';
import { sourceIndex } from './source-index.ts';
import { superlativesOf } from './superlatives.ts';
import { tokensOf, type Token } from './tokens.ts';

/** Words, numbers and signs of a text. The longest post of Facebook, 63,206 characters, has about as many. */
export const CHECKED_TOKENS = 16_000;
/** Of all sources together, in the order in which they are given. */
export const SOURCES_LENGTH = 40_000;

export interface CheckedText {
  readonly claims: readonly Claim[];
  /** The characters that were looked at: all, save in a text of more than `CHECKED_TOKENS`. */
  readonly checkedTo: number;
}

/**
 * The claims of a text in the order in which they stand there, each with what it is known from. Numbers, names and
 * dates are compared by what they say, not by how they are written, in English and Malay. Needs no clock: what only
 * today's date could tell, such as "tomorrow", has no source unless one says it.
 */
export function checkClaims(text: string, sources: readonly Source[]): CheckedText {
  const tokens = tokensOf(text, CHECKED_TOKENS);
  const index = sourceIndex(withinLimit(sources));
  const claims = findClaims(tokens).map((claim) => ({
    kind: claim.kind,
    text: text.slice(claim.start, claim.end),
    start: claim.start,
    end: claim.end,
    source: index.find(claim),
  }));
  return { claims, checkedTo: tokens.length < CHECKED_TOKENS ? text.length : (tokens.at(-1)?.end ?? 0) };
}

function findClaims(tokens: readonly Token[]): FoundClaim[] {
  const { claims, taken } = figuresOf(tokens);
  const found = [...superlativesOf(tokens), ...claims, ...comparisonsOf(tokens), ...namesOf(tokens, taken)];
  return withoutOverlaps(found);
}

/** Of two that share characters, the one that was read first stays. */
function withoutOverlaps(claims: readonly FoundClaim[]): FoundClaim[] {
  const ranked = claims
    .map((claim, rank) => ({ claim, rank }))
    .toSorted((a, b) => a.claim.start - b.claim.start || a.rank - b.rank);
  const kept: { claim: FoundClaim; rank: number }[] = [];
  for (const one of ranked) {
    const last = kept.at(-1);
    if (last === undefined || one.claim.start >= last.claim.end) kept.push(one);
    else if (one.rank < last.rank) kept[kept.length - 1] = one;
  }
  return kept.map(({ claim }) => claim);
}

function withinLimit(sources: readonly Source[]): Source[] {
  let left = SOURCES_LENGTH;
  return sources.map(({ where, text }) => {
    const kept = text.slice(0, left);
    left -= kept.length;
    return { where, text: kept };
  });
}
