import type { FoundClaim } from './claim.ts';
import { COMPARISONS, NO_COMPARISONS, NUMBERS } from './lexicon.ts';
import { claimOf, readPhrase, type Read } from './reading.ts';
import { meaningOf } from './superlatives.ts';
import type { Token } from './tokens.ts';

const THAN: ReadonlySet<string> = new Set(['than']);
const MALAY_THAN: ReadonlySet<string> = new Set(['daripada', 'dari', 'drpd']);
const COMPARED: ReadonlySet<string> = new Set(['more', 'less', 'better', 'worse', 'fewer', 'higher', 'lower']);
/** As far as a comparison word stands from its "than": "a much lower price than". */
const REACH = 4;

/** What sets something above or below another: "faster than", "twice as", "lebih murah daripada". */
export function comparisonsOf(tokens: readonly Token[]): FoundClaim[] {
  const claims: FoundClaim[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const found = readComparison(tokens, at);
    if (found === null) continue;
    claims.push(claimOf('comparison', tokens, at, found.next, [`comparison:${found.value}`]));
    at = found.next - 1;
  }
  return claims;
}

function readComparison(tokens: readonly Token[], at: number): Read<string> | null {
  if (readPhrase(tokens, at, NO_COMPARISONS) !== null) return null;
  return readPhrase(tokens, at, COMPARISONS) ?? readMore(tokens, at);
}

function readMore(tokens: readonly Token[], at: number): Read<string> | null {
  const word = tokens[at]?.lower ?? '';
  const isMalay = word === 'lebih';
  const isEnglish = COMPARED.has(word) || (word.endsWith('er') && word.length > 4);
  if (!isMalay && !isEnglish) return null;
  const links = isMalay ? MALAY_THAN : THAN;
  for (let index = at + 1; index <= at + REACH; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'sign' || token.isOnNewLine) return null;
    if (!links.has(token.lower)) continue;
    return isOfNumber(tokens[index + 1]) || readPhrase(tokens, index, NO_COMPARISONS) !== null
      ? null
      : { value: meaningOf(tokens[isMalay ? at + 1 : at]?.lower ?? ''), next: Math.min(index + 2, tokens.length) };
  }
  return null;
}

/** "more than 300" says a number, and is one. */
function isOfNumber(token: Token | undefined): boolean {
  return token === undefined || token.kind === 'digits' || NUMBERS.has(token.lower) || token.lower === 'rm';
}
