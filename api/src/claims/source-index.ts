import type { ClaimSource, FoundClaim, Source } from './claim.ts';
import { comparisonsOf } from './comparisons.ts';
import { figuresOf } from './figures.ts';
import { bareOf } from './names.ts';
import { mayBeNameOf } from './short-names.ts';
import { superlativesOf } from './superlatives.ts';
import { tokensOf, type Token } from './tokens.ts';

/** Of all sources together: a page of text has a few hundred. */
const MOST_TOKENS = 10_000;
/** As many words as a name is joined of: George Town, WH-1000 XM 6. */
const MOST_JOINED = 5;
const LONGEST_INITIALS = 6;

/** What sources say, to be asked by claims. */
export interface SourceIndex {
  find(claim: FoundClaim): ClaimSource | null;
}

export function sourceIndex(sources: readonly Source[]): SourceIndex {
  const byKey = new Map<string, ClaimSource>();
  let left = MOST_TOKENS;
  for (const { where, text } of sources) {
    const tokens = tokensOf(text, left);
    left -= tokens.length;
    const note = (key: string, start: number, end: number) => {
      if (!byKey.has(key)) byKey.set(key, { where, start, end });
    };
    for (const claim of [...figuresOf(tokens).claims, ...superlativesOf(tokens), ...comparisonsOf(tokens)])
      for (const key of claim.gives) note(key, claim.start, claim.end);
    tokens.forEach((token, at) => {
      for (const key of mayBeNameOf(token)) note(key, token.start, token.end);
      for (const word of wordsOf(token)) note(`name:${word}`, token.start, token.end);
      noteJoined(tokens, at, note);
    });
  }
  return { find: (claim) => (claim.kind === 'name' ? findName(claim.keys, byKey) : firstOf(claim.keys, byKey)) };
}

/** Every word of a name has to be known, or the name as a whole, however its words are joined. */
function findName(keys: readonly string[], byKey: ReadonlyMap<string, ClaimSource>): ClaimSource | null {
  const words = keys.map((key) => byKey.get(key));
  if (words.length > 0 && words.every((word) => word !== undefined)) return words[0] ?? null;
  const joined = keys
    .map((key) => key.slice('name:'.length))
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return byKey.get(`joined:${joined}`) ?? byKey.get(`name:${joined}`) ?? null;
}

function firstOf(keys: readonly string[], byKey: ReadonlyMap<string, ClaimSource>): ClaimSource | null {
  for (const key of keys) {
    const source = byKey.get(key);
    if (source !== undefined) return source;
  }
  return null;
}

/** A word, and those that a tag such as #KuihRaya is made of. */
function wordsOf({ text, lower, kind }: Token): string[] {
  if (kind === 'sign') return [];
  const parts = text.split(/(?<=\p{Ll})(?=\p{Lu})/u).map((part) => part.toLowerCase());
  return [lower, bareOf(lower), ...(parts.length > 1 ? parts : [])];
}

/** The words from here on as one, and their initials: 'georgetown', and 'bnm' for "Bank Negara Malaysia". */
function noteJoined(
  tokens: readonly Token[],
  from: number,
  note: (key: string, start: number, end: number) => void,
): void {
  const first = tokens[from];
  if (first === undefined || first.kind === 'sign') return;
  let joined = '';
  let initials = '';
  let words = 0;
  for (let at = from; words < LONGEST_INITIALS; at += 1) {
    const token = tokens[at];
    if (token === undefined || (at > from && token.isOnNewLine)) return;
    if (token.kind === 'sign') {
      if (!token.isGlued) return;
      continue;
    }
    words += 1;
    joined += token.lower;
    initials =
      initials.length === words - 1 && /^\p{Lu}/u.test(token.text) ? initials + (token.lower[0] ?? '') : initials;
    if (words > 1 && words <= MOST_JOINED) note(`joined:${joined}`, first.start, token.end);
    if (words > 1 && initials.length === words) note(`name:${initials}`, first.start, token.end);
  }
}
