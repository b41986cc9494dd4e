import { chanceFrom, pick } from '../../api/sandbox/chance.ts';

export const KINDS = ['text', 'photo', 'photos', 'video', 'reel', 'story', 'video story', 'article'] as const;
export type Kind = (typeof KINDS)[number];

/** What the owner does with a post while the chaos run is on. */
export const ACTIONS = ['publish twice', 'create twice', 'publish', 'reschedule', 'edit', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

export interface PlannedPost {
  readonly n: number;
  readonly kind: Kind;
  /** Of the owner's pages, counted from 0; null for the tech site. */
  readonly page: number | null;
  /** Stands in the text of this post and in no other's: what the judge goes by, but for stories, which show no text. */
  readonly marker: string;
  readonly text: string;
  /** From the start of the load burst; null for a post that nobody planned for today. */
  readonly dueInMs: number | null;
  readonly action: { readonly name: Action; readonly atMs: number } | null;
}

export const isStory = ({ kind }: Pick<PlannedPost, 'kind'>): boolean => kind === 'story' || kind === 'video story';

export interface PlanOptions {
  readonly seed: number;
  readonly posts: number;
  readonly pages: number;
  /** The posts fall due within this. */
  readonly spreadMs: number;
  readonly kinds: readonly Kind[];
}

/**
 * How many of a thousand posts are of a kind; the rest are texts. Uploads cost a small machine more than they teach it.
 */
const SHARES: Partial<Record<Kind, number>> = {
  photo: 40,
  photos: 15,
  video: 20,
  reel: 20,
  story: 25,
  'video story': 15,
  article: 30,
};
/** Facebook takes 30 reels of a page in a day: with a few to spare. */
const REELS_OF_A_PAGE = 25;
const ACTED_ON = 0.04;
/** No plan of today: only its owner brings it out. */
const UNPLANNED: readonly Action[] = ['publish twice', 'create twice'];

/** The posts of a run and what their owner does: the same for the same seed. */
export function planPosts({ seed, posts, pages, spreadMs, kinds }: PlanOptions): PlannedPost[] {
  const chance = chanceFrom(`posts ${seed}`);
  const reels = new Map<number, number>();

  return Array.from({ length: posts }, (_, n) => {
    const page = n % pages;
    let kind = kindOf(chance(), kinds);
    if (kind === 'reel' && (reels.get(page) ?? 0) >= REELS_OF_A_PAGE) kind = 'text';
    if (kind === 'reel') reels.set(page, (reels.get(page) ?? 0) + 1);
    const marker = `T${seed}-${String(n).padStart(5, '0')}`;
    const dueInMs = Math.floor(chance() * spreadMs);
    const name = chance() < ACTED_ON && kind !== 'article' ? pick(chance, ACTIONS) : null;
    const atMs = Math.floor(chance() * spreadMs * 1.5);
    // What is made by a click is made of text.
    if (name === 'create twice') kind = 'text';
    return {
      n,
      kind,
      page: kind === 'article' ? null : page,
      marker,
      text: `${marker}: ${words(chance)}`,
      dueInMs: name !== null && UNPLANNED.includes(name) ? null : dueInMs,
      action: name === null ? null : { name, atMs },
    };
  });
}

function kindOf(chance: number, kinds: readonly Kind[]): Kind {
  let at = chance * 1000;
  for (const kind of kinds) {
    at -= SHARES[kind] ?? 0;
    if (at < 0) return kind;
  }
  return 'text';
}

const WORDS = [
  'fresh',
  'bread',
  'from',
  'the',
  'oven',
  'every',
  'morning',
  'on',
  'our',
  'corner',
  'with',
  'coffee',
  'and',
  'new',
  'cakes',
];

function words(chance: () => number): string {
  return Array.from({ length: 6 }, () => pick(chance, WORDS)).join(' ');
}
