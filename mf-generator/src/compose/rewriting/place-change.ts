/** A part of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What is rewritten, what stands around it, and the spaces at its ends, which stay. */
export interface Part {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly range: Range;
}

/** Letters as people count them: an emoji of several parts, or a letter with its accents, is one. */
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Where the letter begins and ends that stands across a place in a text; twice the place where none does. */
function letterAcross(text: string, at: number): Range {
  const letter = letters.segment(text).containing(at);
  return letter === undefined || letter.index === at
    ? { start: at, end: at }
    : { start: letter.index, end: letter.index + letter.segment.length };
}

/**
 * The selected part without the spaces at its ends; the whole text where nothing is selected. No letter is cut in two:
 * half an emoji is no text.
 */
export function partOf(text: string, selected: Range | null, around: number): Part {
  const whole =
    selected === null || selected.start >= selected.end
      ? { start: 0, end: text.length }
      : { start: letterAcross(text, selected.start).start, end: letterAcross(text, selected.end).end };
  const said = text.slice(whole.start, whole.end);
  const start = whole.start + said.length - said.trimStart().length;
  const end = Math.max(start, whole.end - (said.length - said.trimEnd().length));
  return {
    text: text.slice(start, end),
    before: text.slice(letterAcross(text, Math.max(0, start - around)).end, start),
    after: text.slice(end, letterAcross(text, end + around).start),
    range: { start, end },
  };
}

/** How many characters two texts share at their beginning, and how many of the others at their end. */
export function sharedEnds(one: string, other: string): { first: number; last: number } {
  const room = Math.min(one.length, other.length);
  let first = 0;
  while (first < room && one[first] === other[first]) first += 1;
  let last = 0;
  while (last < room - first && one.at(-1 - last) === other.at(-1 - last)) last += 1;
  return { first, last };
}

/**
 * Where a part of a text stands after somebody wrote before it or behind it; null where they changed the part itself.
 */
export function placeNow(then: string, { start, end }: Range, now: string): Range | null {
  if (then === now) return { start, end };
  const { first, last } = sharedEnds(then, now);
  const moved = now.length - then.length;
  // All that changed stands behind the part, or before it.
  if (first >= end && !(first === end && start === 0 && end === then.length && moved < 0)) return { start, end };
  if (then.length - last <= start) return { start: start + moved, end: end + moved };
  return null;
}

/** The text with its part replaced by another. */
export function replaced(text: string, { start, end }: Range, part: string): string {
  return text.slice(0, start) + part + text.slice(end);
}
