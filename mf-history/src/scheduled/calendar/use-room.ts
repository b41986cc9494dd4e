import { useState } from 'react';
import type { Period } from './calendar-days.ts';
import type { DayFacts } from './day-facts.ts';

/** Tiles that a day of a month has room for, and that a day of a week starts with. */
export const ROOM: Record<Period, number> = { month: 4, week: 25 };

/** What a day has room for, how many posts are left out, and a way to see those too. */
export function useRoom({ tiles, further, others, published }: DayFacts, period: Period) {
  const [isExpanded, setIsExpanded] = useState(false);
  const showsAll = isExpanded || tiles.length + further.length + others.length + published.length <= ROOM[period] + 1;
  const room = showsAll ? tiles.length : ROOM[period];
  // What is still to come has the room first, and of that what is one's own.
  const roomForOthers = showsAll ? others.length : Math.min(others.length, Math.max(0, room - tiles.length));
  const roomForPublished = showsAll ? published.length : Math.max(0, room - tiles.length - roomForOthers);
  // A month is told more posts of a day than it shows. Where those are moved away, the others come in a moment.
  const coming = period === 'month' ? Math.min(further.length, Math.max(0, ROOM.month - tiles.length)) : 0;
  return {
    published: published.slice(published.length - roomForPublished),
    tiles: tiles.slice(0, room),
    others: others.slice(0, roomForOthers),
    coming,
    hidden:
      Math.max(0, tiles.length - room) +
      further.length -
      coming +
      others.length -
      roomForOthers +
      published.length -
      roomForPublished,
    expand: () => setIsExpanded(true),
  };
}
