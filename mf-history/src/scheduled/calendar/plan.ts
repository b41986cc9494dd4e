import type { CalendarPost, PublishedEntry } from '@pagecast/api/contract';
import { localOf } from '@pagecast/shell/kit';
import { addDays, type Day } from './calendar-days.ts';

const MINUTE_MS = 60_000;

/** The posts of each day in the person's zone, in the order they come in. */
export function byDay<Each extends CalendarPost>(posts: readonly Each[], timeZone: string): Map<Day, Each[]> {
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
export function withMoves(posts: readonly CalendarPost[], moves: ReadonlyMap<number, string>): readonly CalendarPost[] {
  if (!posts.some(({ id }) => moves.has(id))) return posts;
  return inOrder(posts.map((post) => ({ ...post, scheduledAt: moves.get(post.id) ?? post.scheduledAt })));
}

/** Earliest first. */
export function inOrder<Each extends CalendarPost>(posts: readonly Each[]): Each[] {
  const timeOf = (post: CalendarPost) => new Date(post.scheduledAt).getTime();
  return posts.toSorted((one, other) => timeOf(one) - timeOf(other) || one.id - other.id);
}

/** Another post of the same page that is too close. */
export interface Collision {
  readonly minutes: number;
  readonly other: CalendarPost;
}

/** For each post that is too close to another one of its page: the nearest of those. The tech site has no such rule. */
export function collisionsOf(posts: readonly CalendarPost[], spacingMinutes: number): Map<number, Collision> {
  const found = new Map<number, Collision>();
  const note = (post: CalendarPost, other: CalendarPost, minutes: number) => {
    const known = found.get(post.id);
    if (known === undefined || minutes < known.minutes) found.set(post.id, { minutes, other });
  };
  const lastOfPage = new Map<number, CalendarPost>();
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
export function nextFreeDay(day: Day, days: readonly Day[], posts: ReadonlyMap<Day, unknown>): Day | null {
  const last = days.at(-1);
  for (let next = addDays(day, 1); last !== undefined && next <= last; next = addDays(next, 1))
    if (!posts.has(next)) return next;
  return null;
}
