import type { FacebookPage } from '@pagecast/api/contract';

/**
 * How a page is told from others where there is no room for its name: by colour, and by letters for whom colours say
 * nothing.
 */
export interface PageMark {
  readonly letters: string;
  /** Classes of what belongs to the page, such as its posts on a calendar. */
  readonly tile: string;
  /** Classes behind the letters. */
  readonly chip: string;
}

const COLOURS = [
  { tile: 'border-page-1 bg-page-1-soft', chip: 'bg-page-1' },
  { tile: 'border-page-2 bg-page-2-soft', chip: 'bg-page-2' },
  { tile: 'border-page-3 bg-page-3-soft', chip: 'bg-page-3' },
  { tile: 'border-page-4 bg-page-4-soft', chip: 'bg-page-4' },
  { tile: 'border-page-5 bg-page-5-soft', chip: 'bg-page-5' },
  { tile: 'border-page-6 bg-page-6-soft', chip: 'bg-page-6' },
  { tile: 'border-page-7 bg-page-7-soft', chip: 'bg-page-7' },
  { tile: 'border-page-8 bg-page-8-soft', chip: 'bg-page-8' },
] as const;

/** For what belongs to no page that is known. */
export const PLAIN_MARK = { tile: 'border-line-strong bg-sunken', chip: 'bg-ink-soft' } as const;

/**
 * A mark for each of somebody's pages, by row id: no two with the same letters, and those whose names begin alike in
 * different colours while there are enough. Given out in the order in which pages came, so that a page that is added
 * changes no other's.
 */
export function pageMarks(pages: readonly Pick<FacebookPage, 'id' | 'name'>[]): ReadonlyMap<number, PageMark> {
  const marks = new Map<number, PageMark>();
  const taken = new Set<string>();
  const used = new Map<string, number[]>();
  const usesOf = (group: string) => used.get(group) ?? COLOURS.map(() => 0);
  for (const { id, name } of pages.toSorted((one, other) => one.id - other.id)) {
    const [plain = '?', ...others] = lettersFor(name);
    const letters = [plain, ...others].find((candidate) => !taken.has(candidate.toLowerCase())) ?? plain;
    taken.add(letters.toLowerCase());
    const [alike, all] = [usesOf(plain.toLowerCase()), usesOf('')];
    const colour = leastUsed(alike, all);
    used.set(plain.toLowerCase(), alike.with(colour, (alike[colour] ?? 0) + 1));
    used.set('', all.with(colour, (all[colour] ?? 0) + 1));
    marks.set(id, { letters, ...(COLOURS[colour] ?? PLAIN_MARK) });
  }
  return marks;
}

/** The place of the colour that names like this one have least, and of these the one that all have least. */
function leastUsed(alike: readonly number[], all: readonly number[]): number {
  const weights = alike.map((count, place) => count * 10_000 + (all[place] ?? 0));
  return weights.indexOf(Math.min(...weights));
}

const graphemes = new Intl.Segmenter();
const NUMBERS = Array.from({ length: 98 }, (_, index) => String(index + 2));

/** 'CB' of 'Corner Bakery', 'Ba' of 'Bakery'. Letters are what people see as such, in any script. */
export function lettersOf(name: string): string {
  return lettersFor(name)[0] ?? '?';
}

/**
 * What may stand for a name, the best first: 'CB', then 'C3' where it ends in a number, then C with its other letters,
 * then C with a number.
 */
function lettersFor(name: string): string[] {
  const words = name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => Array.from(graphemes.segment(word), ({ segment }) => segment));
  const [first = ['?'], second, ...more] = words;
  const [initial = '?', ...rest] = first;
  const ends = /\d{1,2}$/.exec(name.trim())?.[0];
  return [
    `${initial}${second?.[0] ?? rest[0] ?? ''}`,
    ...[ends, ...more.map(([letter]) => letter), ...(second?.slice(1) ?? []), ...rest, ...NUMBERS]
      .filter((letter) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter))
      .map((letter) => `${initial}${letter}`),
  ];
}
