import type { FoundClaim } from './claim.ts';
import { ADJECTIVES, NO_SUPERLATIVES, SUPERLATIVES } from './lexicon.ts';
import { claimOf, isSign, readPhrase, type Read } from './reading.ts';
import type { Token } from './tokens.ts';

/** "do your best", "best friends", "at its best", "most of us": said of nobody in particular. */
const OWN: ReadonlySet<string> = new Set(['my', 'your', 'their', 'his', 'her', 'at', 'all', 'very', 'personal']);
const AFTER_BEST: ReadonlySet<string> = new Set([
  'wishes',
  'regards',
  'friend',
  'friends',
  'of',
  'before',
  'enjoyed',
  'served',
  'when',
  'with',
  'to',
  'if',
  'for',
  'practices',
  'man',
]);
const NOT_MOST: ReadonlySet<string> = new Set([
  'of',
  'people',
  'days',
  'importantly',
  'likely',
  'things',
  'recently',
  'shops',
  'places',
  'homes',
  'families',
]);
const MADE_OF_ADJECTIVES = /(ed|ful|ive|ous|al|ar|ant|ent|ic|able|ible)$/;

/** What puts something above all others: "the best", "cheapest", "paling murah", "terbaik", "#1". */
export function superlativesOf(tokens: readonly Token[]): FoundClaim[] {
  const claims: FoundClaim[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const found = readSuperlative(tokens, at);
    if (found === null) continue;
    claims.push(claimOf('superlative', tokens, at, found.next, [`superlative:${found.value}`]));
    at = found.next - 1;
  }
  return claims;
}

function readSuperlative(tokens: readonly Token[], at: number): Read<string> | null {
  const token = tokens[at];
  if (token === undefined || NO_SUPERLATIVES.has(token.lower)) return null;
  if (isSign(token, '#') && tokens[at + 1]?.text === '1' && tokens[at + 1]?.isGlued)
    return { value: 'best', next: at + 2 };
  if (token.lower === 'top' && /^\d{1,3}$/.test(tokens[at + 1]?.text ?? '')) return { value: 'best', next: at + 2 };
  const phrase = readPhrase(tokens, at, SUPERLATIVES);
  if (phrase !== null && !isNoOnly(tokens, phrase.next)) return phrase;
  if (token.lower === 'best') return isBest(tokens, at) ? { value: 'best', next: at + 1 } : null;
  if (token.lower === 'most') return readMost(tokens, at);
  const next = tokens[at + 1];
  if (token.lower === 'paling' && next?.kind === 'word') return { value: meaningOf(next.lower), next: at + 2 };
  if (token.kind !== 'word') return null;
  return readMalay(token, at) ?? readEnglish(token, at);
}

/** "the only thing missing is you" */
function isNoOnly(tokens: readonly Token[], next: number): boolean {
  return (
    tokens[next - 1]?.lower === 'only' && ['thing', 'things', 'problem', 'question'].includes(tokens[next]?.lower ?? '')
  );
}

function isBest(tokens: readonly Token[], at: number): boolean {
  return !OWN.has(tokens[at - 1]?.lower ?? '') && !AFTER_BEST.has(tokens[at + 1]?.lower ?? '');
}

function readMost(tokens: readonly Token[], at: number): Read<string> | null {
  const next = tokens[at + 1];
  const isGiven =
    tokens[at - 1]?.lower === 'the' || tokens[at - 1]?.lower.endsWith("'s") === true || tokens[at - 1]?.lower === 'our';
  if (next?.kind !== 'word' || NOT_MOST.has(next.lower)) return null;
  if (!isGiven && !MADE_OF_ADJECTIVES.test(next.lower)) return null;
  return { value: meaningOf(next.lower), next: at + 2 };
}

/** termurah: "ter" before an adjective. */
function readMalay(token: Token, at: number): Read<string> | null {
  const stem = token.lower.startsWith('ter') ? withoutSuffix(token.lower.slice(3)) : '';
  const meaning = ADJECTIVES.get(stem);
  return meaning === undefined ? null : { value: meaning, next: at + 1 };
}

function withoutSuffix(word: string): string {
  return ADJECTIVES.has(word) ? word : word.replace(/nya$/, '');
}

function readEnglish(token: Token, at: number): Read<string> | null {
  if (!token.lower.endsWith('est') || token.lower.length < 6) return null;
  return { value: meaningOf(token.lower), next: at + 1 };
}

/** What an adjective says, whatever its form and language; the word itself where that is not known. */
export function meaningOf(word: string): string {
  const stem = word.replace(/(iest|ier)$/, 'y').replace(/(est|er)$/, '');
  const shorter = stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : stem;
  return ADJECTIVES.get(word) ?? ADJECTIVES.get(stem) ?? ADJECTIVES.get(shorter) ?? ADJECTIVES.get(`${stem}e`) ?? stem;
}
