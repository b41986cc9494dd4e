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
const PIECE =
  /(?<space>\s+)|(?<digits>\d+(?:[.,]\d+)*)|(?<word>[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*)|(?<sign>[^\s\d\p{L}\p{M}])/gu;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let isGlued = false;
  let isOnNewLine = true;
  for (const { groups = {}, index, 0: piece } of text.matchAll(PIECE)) {
    if (groups['space'] !== undefined) {
      isGlued = false;
      isOnNewLine ||= piece.includes('\n');
      continue;
    }
    tokens.push({
      kind: kindOf(groups),
      text: piece,
      lower: piece.toLowerCase().replaceAll('’', "'"),
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

function kindOf(groups: Record<string, string | undefined>): Token['kind'] {
  if (groups['word'] !== undefined) return 'word';
  return groups['digits'] === undefined ? 'sign' : 'digits';
}
