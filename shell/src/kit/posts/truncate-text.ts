const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** About where Facebook cuts the text of a post and offers the rest; the caption over a reel has one line. */
const LIMITS = { post: { characters: 477, lines: 5 }, reel: { characters: 60, lines: 1 } } as const;

/**
 * What is shown of a text before 'See more' is pressed. A cut never goes through a word or a character that people see
 * as one.
 * @returns null when the whole text is shown
 */
export function truncateText(text: string, place: keyof typeof LIMITS = 'post'): string | null {
  const { characters, lines } = LIMITS[place];
  const firstLines = text
    .split('\n', lines + 1)
    .slice(0, lines)
    .join('\n');
  const cut = firstCharacters(firstLines, characters);
  if (cut.length === text.length) return null;
  // At the end of a line no word is cut; a single long word is.
  const whole = cut.length === firstLines.length ? cut : cut.replace(/\S+$/, '');
  return (whole.trim() === '' ? cut : whole).trimEnd();
}

function firstCharacters(text: string, count: number): string {
  let taken = 0;
  // No character that people see as one is longer than this; so a long text is not walked through at each key.
  for (const { index } of segmenter.segment(text.slice(0, count * 40))) {
    if (taken === count) return text.slice(0, index);
    taken += 1;
  }
  return taken < count || text.length <= count * 40 ? text : text.slice(0, count * 40);
}
