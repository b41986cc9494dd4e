import type { CalendarPost } from '@pagecast/api/contract';
import {
  AnchoredMenu,
  formatDateTime,
  MenuGroup,
  MenuItem,
  MenuLink,
  MenuSeparator,
  useTimeZone,
} from '@pagecast/shell/kit';
import {
  CalendarArrowDown,
  CalendarArrowUp,
  CalendarClock,
  CalendarPlus,
  Copy,
  Eye,
  History,
  Pencil,
  Send,
  Trash2,
} from 'lucide-react';
import type { PostDialogKind } from '../post-dialogs.tsx';
import { timelineOf } from '../../post/timeline-address.ts';
import { usePublishNow } from '../use-publish-now.ts';
import { addDays, shortDay, type Day } from './calendar-days.ts';
import { signsOf, type TileFacts } from './post-tile.tsx';

/** Everything that can be done with a post of the calendar, without dragging it. */
export function TileMenu({
  facts,
  anchor,
  today,
  day,
  freeDay,
  onMove,
  onReview,
  onOpen,
  onClose,
  onClosed,
  returnTo,
}: {
  facts: TileFacts | null;
  anchor: HTMLElement | null;
  today: Day;
  day: Day;
  /** The next day without a post, when the calendar shows one. */
  freeDay: Day | null;
  onMove: (post: CalendarPost, day: Day) => void;
  onReview: (post: CalendarPost) => void;
  onOpen: (kind: PostDialogKind, post: CalendarPost) => void;
  onClose: () => void;
  onClosed: () => void;
  returnTo: () => HTMLElement | null;
}) {
  const timeZone = useTimeZone();
  const { publish } = usePublishNow();
  if (facts === null) return null;
  const { post, mark } = facts;
  const isFixed = post.status === 'publishing';
  // From a day that is over, days are counted from today.
  const from = day < today ? today : day;
  const moveTo = (target: Day) => () => onMove(post, target);

  return (
    <AnchoredMenu
      anchor={anchor}
      label={`What to do with the post for ${mark.name}`}
      onClose={onClose}
      onClosed={onClosed}
      returnTo={returnTo}
    >
      <div className="border-b border-line px-2.5 pt-1 pb-2 text-sm">
        <p className="font-medium">{formatDateTime(post.scheduledAt, timeZone)}</p>
        <p className="text-ink-soft">{mark.name}</p>
        <p dir="auto" className="mt-1 line-clamp-3 wrap-anywhere">
          {post.excerpt}
        </p>
        {signsOf(facts).map(({ Icon, words }) => (
          <p key={words} className="mt-1 flex items-center gap-1.5 text-warn">
            <Icon aria-hidden className="size-4 shrink-0" />
            {words}
          </p>
        ))}
      </div>
      <MenuItem icon={<Eye aria-hidden />} onSelect={() => onReview(post)}>
        Review
      </MenuItem>
      <MenuLink icon={<History aria-hidden />} to={timelineOf(post.id)}>
        Timeline
      </MenuLink>
      <MenuGroup label="Move to…">
        <MenuItem disabled={isFixed} icon={<CalendarArrowDown aria-hidden />} onSelect={moveTo(addDays(from, 1))}>
          The next day ({shortDay(addDays(from, 1))})
        </MenuItem>
        {addDays(day, -1) >= today && (
          <MenuItem disabled={isFixed} icon={<CalendarArrowUp aria-hidden />} onSelect={moveTo(addDays(day, -1))}>
            The day before ({shortDay(addDays(day, -1))})
          </MenuItem>
        )}
        <MenuItem disabled={isFixed} icon={<CalendarArrowDown aria-hidden />} onSelect={moveTo(addDays(from, 7))}>
          A week later ({shortDay(addDays(from, 7))})
        </MenuItem>
        {freeDay !== null && (
          <MenuItem disabled={isFixed} icon={<CalendarPlus aria-hidden />} onSelect={moveTo(freeDay)}>
            The next free day ({shortDay(freeDay)})
          </MenuItem>
        )}
        <MenuItem disabled={isFixed} icon={<CalendarClock aria-hidden />} onSelect={() => onOpen('reschedule', post)}>
          Another date and time…
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <MenuItem disabled={isFixed} icon={<Pencil aria-hidden />} onSelect={() => onOpen('edit', post)}>
        Edit
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => onOpen('duplicate', post)}>
        Duplicate
      </MenuItem>
      <MenuItem disabled={isFixed} icon={<Send aria-hidden />} onSelect={() => publish(post.id)}>
        Publish now
      </MenuItem>
      <MenuItem disabled={isFixed} destructive icon={<Trash2 aria-hidden />} onSelect={() => onOpen('delete', post)}>
        Delete
      </MenuItem>
    </AnchoredMenu>
  );
}
