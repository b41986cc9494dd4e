import {
  FACEBOOK,
  type calendarPosts,
  type CalendarPost,
  type FacebookPage,
  type PublishedEntry,
  type QueuedPost,
} from '@pagecast/api/contract';
import { localOf, type CallOutput } from '@pagecast/shell/kit';
import { daysShown, monthOf, type Day, type Period } from './calendar-days.ts';
import type { MarkOf } from './post-marks.ts';
import type { FreeSlot } from './free-slots.ts';
import type { SlotFacts } from './slot-tile.tsx';
import type { TileFacts } from './post-tile.tsx';
import type { OthersFacts } from './others-tile.tsx';
import type { PublishedFacts } from './published-tile.tsx';
import {
  byDay,
  collisionsOf,
  countedPosts,
  gapsOf,
  inOrder,
  publishedByDay,
  withMoves,
  type Collision,
  type CountedPost,
} from './plan.ts';

export interface DayFacts {
  readonly day: Day;
  readonly tiles: readonly TileFacts[];
  /** Planned posts that it has no room for. */
  readonly further: readonly CountedPost[];
  /** Of both, those that stand too close to another one. */
  readonly tooClose: readonly number[];
  /** What others have planned for it on the same pages. */
  readonly others: readonly OthersFacts[];
  /** What went out on it. */
  readonly published: readonly PublishedFacts[];
  /** When pages like to post on it and have no post yet. */
  readonly slots: readonly SlotFacts[];
  readonly isToday: boolean;
  readonly isPast: boolean;
  /** Of another month than the one that is shown. */
  readonly isOutside: boolean;
  /** So is its whole week: that takes no more room than it needs. */
  readonly isWeekOver: boolean;
  /** Nothing is planned for it, although more is planned after it. */
  readonly isGap: boolean;
  /** Where a post for this day is written: for the page that is looked at, where it is one. */
  readonly planAt: string;
  /** Its posts are on their way. */
  readonly isLoading: boolean;
}

const NO_POSTS: readonly CalendarPost[] = [];
const NONE_COUNTED: readonly CountedPost[] = [];

/** The posts of a period by their days, and where they stand too close or leave a day empty. */
export interface Arranged {
  /** Days on which something is planned. */
  readonly planned: ReadonlySet<Day>;
  /** The posts that match what is looked for. */
  readonly shown: ReadonlyMap<Day, readonly CalendarPost[]>;
  readonly further: ReadonlyMap<Day, readonly CountedPost[]>;
  readonly others: ReadonlyMap<Day, readonly QueuedPost[]>;
  readonly published: ReadonlyMap<Day, readonly PublishedEntry[]>;
  readonly collisions: ReadonlyMap<number, Collision>;
  readonly gaps: ReadonlySet<Day>;
}

/** @param moved where posts are about to stand, by their ids */
export function arrange(
  data: CallOutput<typeof calendarPosts> | undefined,
  others: { readonly posts: readonly QueuedPost[]; readonly shown: readonly QueuedPost[] },
  {
    days,
    today,
    moved,
    timeZone,
    spacingMinutes,
  }: {
    days: readonly Day[];
    today: Day;
    moved: ReadonlyMap<number, string>;
    timeZone: string;
    spacingMinutes: number;
  },
): Arranged {
  const posts = withMoves(data?.posts ?? NO_POSTS, moved);
  const counted = data?.further === undefined ? NONE_COUNTED : withMoves(countedPosts(data.further), moved);
  const [onDays, further] = [byDay(posts, timeZone), byDay(counted, timeZone)];
  const planned = new Set([...onDays.keys(), ...further.keys()]);
  const matching = posts.filter(({ matches }) => matches);
  const last = data?.lastScheduledAt ?? null;
  const ofOthers = byDay(others.shown, timeZone);
  return {
    planned,
    shown: matching.length === posts.length ? onDays : byDay(matching, timeZone),
    further,
    others: ofOthers,
    published: publishedByDay(data?.published ?? [], timeZone),
    // Of what is hidden, too: what stands close to a post matters whatever it says.
    collisions: collisionsOf(together(posts, counted, others.posts), spacingMinutes),
    gaps: gapsOf(days, new Set([...planned, ...ofOthers.keys()]), {
      today,
      last: last === null ? null : localOf(last, timeZone).date,
    }),
  };
}

/** Earliest first: each list is in order by itself. */
function together(...lists: readonly (readonly CountedPost[])[]): readonly CountedPost[] {
  const [first = NONE_COUNTED, ...more] = lists.filter(({ length }) => length > 0);
  return more.length === 0 ? first : inOrder([first, ...more].flat());
}

/** What each of these days shows. */
export function factsOf(
  days: readonly Day[],
  {
    planned,
    shown,
    further,
    others,
    published,
    collisions,
    gaps,
    slots,
  }: Arranged & { slots: ReadonlyMap<Day, readonly FreeSlot[]> },
  view: {
    readonly period: Period;
    readonly shownDay: Day;
    readonly facebookPageId: number | undefined;
    readonly today: Day;
    readonly now: Date;
    readonly markOf: MarkOf;
    readonly pages: readonly FacebookPage[] | undefined;
    /** What is here belongs to another period, or nothing is here yet. */
    readonly waits: 'for all' | 'for the rest' | 'no';
  },
): DayFacts[] {
  const { period, shownDay, facebookPageId, today, now, markOf, waits } = view;
  const slotsOf = slotMarks(view);
  const tileOf = (post: CalendarPost): TileFacts => ({
    post,
    mark: markOf(post),
    collision: collisions.get(post.id),
    now,
  });
  return days.map((day) => ({
    day,
    isToday: day === today,
    isPast: day < today,
    isWeekOver: (daysShown('week', day).at(-1) ?? day) < today,
    isOutside: period === 'month' && monthOf(day) !== monthOf(shownDay),
    planAt: `/content-generator?date=${day}${facebookPageId === undefined ? '' : `&pageId=${facebookPageId}`}`,
    isGap: waits === 'no' && gaps.has(day),
    isLoading: day >= today && (waits === 'for all' || (waits === 'for the rest' && !planned.has(day))),
    tiles: (shown.get(day) ?? []).map(tileOf),
    further: further.get(day) ?? NONE_COUNTED,
    tooClose: [...(shown.get(day) ?? []), ...(further.get(day) ?? [])]
      .map(({ id }) => id)
      .filter((id) => collisions.has(id)),
    slots: slotsOf(slots.get(day) ?? []),
    others: (others.get(day) ?? []).map((post) => ({ post, mark: markOf(post) })),
    published: (published.get(day) ?? []).map((post) => ({ post, mark: markOf(post) })),
  }));
}

/** Free slots with the marks of their pages. To one that is not connected nobody can post. */
function slotMarks({
  pages,
  markOf,
}: {
  pages: readonly FacebookPage[] | undefined;
  markOf: MarkOf;
}): (slots: readonly FreeSlot[]) => SlotFacts[] {
  const names = new Map(pages?.filter(({ isConnected }) => isConnected).map(({ id, name }) => [id, name]));
  return (slots) =>
    slots.flatMap((slot) => {
      const pageName = names.get(slot.pageId);
      if (pageName === undefined) return [];
      return [{ slot, mark: markOf({ facebookPageId: slot.pageId, pageName, publishPlatform: FACEBOOK }) }];
    });
}
