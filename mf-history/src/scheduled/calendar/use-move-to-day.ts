import { localOf, useNotify, useTimeZone } from '@pagecast/shell/kit';
import type { Movable, Moves } from '../use-moves.ts';
import type { Day } from './calendar-days.ts';
import { movedToDay } from './move-to-day.ts';
import type { FindSlot, SlotOnDay } from './use-slot-on-day.ts';

interface Options {
  readonly today: Day;
  readonly findSlot: FindSlot;
  /** Today, at a time that is over, or a draft where there is no slot: a time has to be chosen. */
  readonly onTimeOver: (post: Movable, day: Day) => void;
  /** Told before the post is drawn on its new day. */
  readonly onMoved: (post: Movable) => void;
}

/**
 * Puts a post on another day, or says why it stays: at the first free slot that its page has there, else at its time of
 * day.
 */
export function useMoveToDay(
  { move }: Moves,
  { today, findSlot, onTimeOver, onMoved }: Options,
): (post: Movable, day: Day) => void {
  const notify = useNotify();
  const timeZone = useTimeZone();

  const refuse = () =>
    notify({
      tone: 'destructive',
      title: 'Invalid Schedule Time',
      description: 'Please select a future date and time.',
    });

  function put(post: Movable, day: Day, slot: SlotOnDay | null): void {
    if (slot !== null) {
      onMoved(post);
      const { at, before } = slot;
      return void move({ id: post.id, from: post.scheduledAt, to: at, slot: { before } }).catch(() => {});
    }
    // A draft has no time of day to keep.
    if (post.scheduledAt === null) return onTimeOver(post, day);
    const { at, note } = movedToDay(post.scheduledAt, day, timeZone);
    if (at.getTime() <= Date.now()) {
      if (day === today) return onTimeOver(post, day);
      return refuse();
    }
    onMoved(post);
    void move({ id: post.id, from: post.scheduledAt, to: at.toISOString(), note }).catch(() => {});
  }

  return (post, day) => {
    if (post.status === 'publishing')
      return notify({
        tone: 'destructive',
        title: 'Update Failed',
        description: 'This post is being published right now.',
      });
    if (post.scheduledAt !== null && day === localOf(post.scheduledAt, timeZone).date) return;
    if (post.scheduledAt === null && day < today) return refuse();
    const slot = day < today ? null : findSlot(post, day);
    // Where it is known, the post moves at once.
    if (slot instanceof Promise) void slot.then((found) => put(post, day, found));
    else put(post, day, slot);
  };
}
