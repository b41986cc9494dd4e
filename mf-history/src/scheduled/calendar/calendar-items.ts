import type { Day } from './calendar-days.ts';
import type { DayFacts } from './day-facts.ts';
import type { TileFacts } from './post-tile.tsx';

/** The names by which the arrow keys know a post and the link that plans one: values of `data-calendar-item`. */
export const tileKey = (postId: number) => `post-${postId}`;
export const planKey = (day: Day) => `plan-${day}`;

/** The tile of that name and its day, where one of these days has it. */
export function findTile(days: readonly DayFacts[], key: string): { day: Day; tile: TileFacts } | undefined {
  for (const { day, tiles } of days) {
    const tile = tiles.find(({ post }) => tileKey(post.id) === key);
    if (tile !== undefined) return { day, tile };
  }
  return undefined;
}

/** Where in a calendar something is worth a look. */
export interface Place {
  readonly key: string;
  readonly day: Day;
}

/** Each post that stands too close to another one. */
export function collisionPlaces(days: readonly DayFacts[]): Place[] {
  return days.flatMap(({ day, tooClose }) => tooClose.map((id) => ({ key: tileKey(id), day })));
}

/** Each day that is left empty. */
export function gapPlaces(days: readonly DayFacts[]): Place[] {
  return days.filter(({ isGap }) => isGap).map(({ day }) => ({ key: planKey(day), day }));
}
