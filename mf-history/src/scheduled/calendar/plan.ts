import type { CalendarPost, CountedPosts, PublishedEntry } from '@pagecast/api/contract';
import { localOf } from '@pagecast/shell/kit';
import { addDays, type Day } from './calendar-days.ts';

const MINUTE_MS = 60_000;

/** As much of a planned post as a month knows of those that its days have no room for. */
export type CountedPost = Pick<CalendarPost, 'id' | 'scheduledAt' | 'facebookPageId'>;

/** One by one, earliest first. */
export function countedPosts({ ids, times, facebookPageIds }: CountedPosts): CountedPost[] {
  return ids.map((id, place) => ({
    id,
    scheduledAt: new Date(times[place] ?? 0).toISOString(),
    facebookPageId: facebookPageIds[place] ?? null,
  }));
}

/** The posts of each day in the person's zone, in the order they come in. */
export function byDay<Each extends CountedPost>(posts: readonly Each[], timeZone: string): Map<Day, Each[]> {
  return groupedByDay(posts, ({ scheduledAt }) => scheduledAt, timeZone);
}

/** The same of what is out. */
export function publishedByDay(posts: readonly PublishedEntry[], timeZone: string): Map<Day, PublishedEntry[]> {
  return groupedByDay(posts, ({ publishedAt }) => publishedAt, timeZone);
}

function groupedByDay<Each>(
  posts: readonly Each[],
  instantOf: (post: Each) => string,
  timeZone: string,
): Map<Day, Each[]> {
  const days = new Map<Day, Each[]>();
  for (const post of posts) {
    const day = localOf(instantOf(post), timeZone).date;
    const known = days.get(day);
    if (known === undefined) days.set(day, [post]);
    else known.push(post);
  }
  return days;
}

/** What stands where it is about to go, earliest first: moves show before the server has answered. */
export function withMoves<Each extends CountedPost>(
  posts: readonly Each[],
  moves: ReadonlyMap<number, string>,
): readonly Each[] {
  if (!posts.some(({ id }) => moves.has(id))) return posts;
  return inOrder(posts.map((post) => ({ ...post, scheduledAt: moves.get(post.id) ?? post.scheduledAt })));
}

/** Earliest first. Instants are all written alike: their letters are in the order of their times. */
export function inOrder<Each extends CountedPost>(posts: readonly Each[]): Each[] {
  return posts.toSorted((one, other) => {
    if (one.scheduledAt === other.scheduledAt) return one.id - other.id;
    return one.scheduledAt < other.scheduledAt ? -1 : 1;
  });
}

/** Another post of the same page that is too close. */
export interface Collision {
  readonly minutes: number;
  readonly other: CountedPost;
}

/** For each post that is too close to another one of its page: the nearest of those. The tech site has no such rule. */
export function collisionsOf(posts: readonly CountedPost[], spacingMinutes: number): Map<number, Collision> {
  const found = new Map<number, Collision>();
  const note = (post: CountedPost, other: CountedPost, minutes: number) => {
    const known = found.get(post.id);
    if (known === undefined || minutes < known.minutes) found.set(post.id, { minutes, other });
  };
  const lastOfPage = new Map<number, CountedPost>();
  for (const post of posts) {
    if (post.facebookPageId === null) continue;
    const before = lastOfPage.get(post.facebookPageId);
    lastOfPage.set(post.facebookPageId, post);
    if (before === undefined) continue;
    const minutes = Math.floor(
      (new Date(post.scheduledAt).getTime() - new Date(before.scheduledAt).getTime()) / MINUTE_MS,
    );
    if (minutes >= spacingMinutes) continue;
    note(before, post, minutes);
    note(post, before, minutes);
  }
  return found;
}

/** Days without a post between today and the last planned post: after that nothing is planned, which is no gap. */
export function gapsOf(
  days: readonly Day[],
  posts: Pick<ReadonlySet<Day>, 'has'>,
  { today, last }: { today: Day; last: Day | null },
): Set<Day> {
  if (last === null) return new Set();
  return new Set(days.filter((day) => day > today && day < last && !posts.has(day)));
}

/** The first day after `day` on which nothing stands; null when there is none among `days`. */
export function nextFreeDay(day: Day, days: readonly Day[], posts: Pick<ReadonlySet<Day>, 'has'>): Day | null {
  const last = days.at(-1);
  for (let next = addDays(day, 1); last !== undefined && next <= last; next = addDays(next, 1))
    if (!posts.has(next)) return next;
  return null;
}
