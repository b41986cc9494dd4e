import type { CalendarPost } from '@pagecast/api/contract';
import { localOf, useNotify, useTimeZone } from '@pagecast/shell/kit';
import type { Moves } from '../use-moves.ts';
import type { Day } from './calendar-days.ts';
import { movedToDay } from './move-to-day.ts';

/**
 * Puts a post on another day at its time of day, or says why it stays.
 * @param onTimeOver today, at a time that is over: another time has to be chosen
 * @param onMoved told before the post is drawn on its new day
 */
export function useMoveToDay(
  { move }: Moves,
  {
    today,
    onTimeOver,
    onMoved,
  }: { today: Day; onTimeOver: (post: CalendarPost, day: Day) => void; onMoved: (post: CalendarPost) => void },
): (post: CalendarPost, day: Day) => void {
  const notify = useNotify();
  const timeZone = useTimeZone();
  return (post, day) => {
    if (post.status === 'publishing')
      return notify({
        tone: 'destructive',
        title: 'Update Failed',
        description: 'This post is being published right now.',
      });
    if (day === localOf(post.scheduledAt, timeZone).date) return;
    const { at, note } = movedToDay(post.scheduledAt, day, timeZone);
    if (at.getTime() <= Date.now()) {
      if (day === today) return onTimeOver(post, day);
      return notify({
        tone: 'destructive',
        title: 'Invalid Schedule Time',
        description: 'Please select a future date and time.',
      });
    }
    onMoved(post);
    void move({ id: post.id, from: post.scheduledAt, to: at.toISOString(), note }).catch(() => {});
  };
}
