/** A word, a number in digits, or one sign. */
export interface Token {
  readonly kind: 'word' | 'digits' | 'sign';
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** Nothing stands between it and the one before. */
  readonly isGlued: boolean;
  /** A line ends between the one before and it. */
  readonly isOnNewLine: boolean;
}

/** Each alternative is told by its first character, and none repeats what another may take: it never goes back. */
const PIECE = /\s+|\d+(?:[.,]\d+)*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[^\s\d\p{L}\p{M}]/gu;
const SPACE = /^\s/;
const DIGIT = /^\d/;
const LETTER = /^[\p{L}\p{M}]/u;

/** @param most as many; what is behind is not read */
export function tokensOf(text: string, most = Infinity): Token[] {
  const tokens: Token[] = [];
  let isGlued = false;
  let isOnNewLine = true;
  for (const { index, 0: piece } of text.matchAll(PIECE)) {
    if (SPACE.test(piece)) {
      isGlued = false;
      isOnNewLine ||= piece.includes('\n');
      continue;
    }
    if (tokens.length >= most) break;
    const lower = piece.toLowerCase();
    tokens.push({
      kind: kindOf(piece),
      text: piece,
      lower: lower.includes('’') ? lower.replaceAll('’', "'") : lower,
      start: index,
      end: index + piece.length,
      isGlued,
      isOnNewLine,
    });
    isGlued = true;
    isOnNewLine = false;
  }
  return tokens;
}

function kindOf(piece: string): Token['kind'] {
  if (LETTER.test(piece)) return 'word';
  return DIGIT.test(piece) ? 'digits' : 'sign';
}
