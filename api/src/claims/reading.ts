import type { ClaimKind, FoundClaim } from './claim.ts';
import type { Phrases } from './lexicon.ts';
import type { Token } from './tokens.ts';

/** Something that was read from `tokens[from]` on; `next` is the index after it. */
export interface Read<Value> {
  readonly value: Value;
  readonly next: number;
}

/** A claim that begins at a token; `like` says a bare number beside it in its terms: the 7 of "7 to 10 Dec". */
export interface Figure {
  readonly claims: readonly FoundClaim[];
  readonly next: number;
  readonly like?: (value: number) => readonly string[];
}

export function claimOf(
  kind: ClaimKind,
  tokens: readonly Token[],
  from: number,
  next: number,
  keys: readonly string[],
  gives: readonly string[] = keys,
): FoundClaim {
  return { kind, start: tokens[from]?.start ?? 0, end: tokens[next - 1]?.end ?? 0, keys, gives };
}

/** The longest phrase that begins here. Hyphens between its words count as spaces. */
export function readPhrase(tokens: readonly Token[], from: number, phrases: Phrases): Read<string> | null {
  for (const { words, meaning } of phrases.get(tokens[from]?.lower ?? '') ?? []) {
    let next = from + 1;
    const isHere = words.slice(1).every((word) => {
      if (tokens[next]?.text === '-' || (tokens[next]?.text === '.' && words.length === 2)) next += 1;
      const isNext = tokens[next]?.lower === word;
      next += 1;
      return isNext;
    });
    if (isHere) return { value: meaning, next };
  }
  return null;
}

export function isSign(token: Token | undefined, ...signs: readonly string[]): boolean {
  return token !== undefined && token.kind === 'sign' && signs.includes(token.text);
}

/** Two decimals are enough to tell one value from another, and free of what sums of fractions leave behind. */
export function rounded(value: number): number {
  return Number(value.toPrecision(9));
}
