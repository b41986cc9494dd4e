import { networkFacts, type CalendarPost, type FacebookPage } from '@pagecast/api/contract';

/** How posts of a page are told from others: by colour, and by letters for whom colours say nothing. */
export interface PageMark {
  readonly name: string;
  readonly letters: string;
  readonly tile: string;
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
const PLAIN = { tile: 'border-line-strong bg-sunken', chip: 'bg-ink-soft' } as const;

type Marked = Pick<CalendarPost, 'facebookPageId' | 'pageName' | 'publishPlatform'>;
export type MarkOf = (post: Marked) => PageMark;

/** Marks for the posts of somebody who has these pages. A page keeps its colour while others come and go after it. */
export function pageMarks(pages: readonly Pick<FacebookPage, 'id'>[]): MarkOf {
  const places = new Map(
    pages
      .map(({ id }) => id)
      .toSorted((one, other) => one - other)
      .map((id, place) => [id, place]),
  );
  return ({ facebookPageId, pageName, publishPlatform }) => {
    const { hasPages, title } = networkFacts(publishPlatform);
    if (!hasPages) return { name: title, letters: lettersOf(title), ...PLAIN };
    if (facebookPageId === null) return { name: pageName ?? 'Unknown Page', letters: '?', ...PLAIN };
    const name = pageName ?? 'Unknown Page';
    return {
      name,
      letters: lettersOf(name),
      ...(COLOURS[(places.get(facebookPageId) ?? facebookPageId) % COLOURS.length] ?? PLAIN),
    };
  };
}

const graphemes = new Intl.Segmenter();

/** 'CB' of 'Corner Bakery', 'Ba' of 'Bakery'. Letters are what people see as such, in any script. */
function lettersOf(name: string): string {
  const words = name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => Array.from(graphemes.segment(word), ({ segment }) => segment));
  const [first = ['?'], second] = words;
  return second === undefined ? first.slice(0, 2).join('') : `${first[0]}${second[0]}`;
}
