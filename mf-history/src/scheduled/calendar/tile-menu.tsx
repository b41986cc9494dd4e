import type { CalendarPost } from '@pagecast/api/contract';
import {
  AnchoredMenu,
  formatDateTime,
  MenuGroup,
  MenuItem,
  MenuLink,
  MenuSeparator,
  usePublishNow,
  useTimeZone,
  useUndoSeconds,
} from '@pagecast/shell/kit';
import {
  CalendarArrowDown,
  CalendarArrowUp,
  CalendarCheck,
  CalendarClock,
  CalendarPlus,
  Copy,
  Eye,
  History,
  Pencil,
  Repeat,
  Send,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { PostDialogKind } from '../post-dialogs.tsx';
import { useTimelineOf } from '../../post/timeline-address.ts';
import { addDays, shortDay, type Day } from './calendar-days.ts';
import { repeats, signsOf, type TileFacts } from './post-tile.tsx';

interface TileMenuProps {
  readonly facts: TileFacts | null;
  readonly anchor: HTMLElement | null;
  readonly today: Day;
  readonly day: Day;
  /** The next day without a post, when the calendar shows one. */
  readonly freeDay: Day | null;
  readonly onMove: (post: CalendarPost, day: Day) => void;
  readonly onReview: (post: CalendarPost) => void;
  readonly onOpen: (kind: PostDialogKind, post: CalendarPost) => void;
  readonly onClose: () => void;
  readonly onClosed: () => void;
  readonly returnTo: () => HTMLElement | null;
}

/** Everything that can be done with a post of the calendar, without dragging it. */
export function TileMenu({ facts, anchor, onReview, onOpen, onClose, onClosed, returnTo, ...days }: TileMenuProps) {
  const timelineOf = useTimelineOf();
  if (facts === null) return null;
  const { post, mark } = facts;
  const isFixed = post.status === 'publishing';
  return (
    <AnchoredMenu
      anchor={anchor}
      label={`Actions for the post on ${mark.name}`}
      onClose={onClose}
      onClosed={onClosed}
      returnTo={returnTo}
    >
      <Facts facts={facts} />
      <MenuItem icon={<Eye aria-hidden />} onSelect={() => onReview(post)}>
        Review
      </MenuItem>
      <MenuLink icon={<History aria-hidden />} to={timelineOf(post.id)}>
        Timeline
      </MenuLink>
      <Moves {...days} post={post} isFixed={isFixed} onOpen={onOpen} />
      <MenuSeparator />
      <MenuItem disabled={isFixed} icon={<Pencil aria-hidden />} onSelect={() => onOpen('edit', post)}>
        Edit
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => onOpen('duplicate', post)}>
        Duplicate
      </MenuItem>
      {post.facebookPageId !== null && post.placement !== 'story' && (
        <MenuItem icon={<Repeat aria-hidden />} onSelect={() => onOpen('repeat', post)}>
          {repeats(post) ? 'Change what repeats' : 'Repeat'}
        </MenuItem>
      )}
      <PublishItem post={post} isFixed={isFixed} />
      <MenuItem disabled={isFixed} destructive icon={<Trash2 aria-hidden />} onSelect={() => onOpen('delete', post)}>
        Delete
      </MenuItem>
    </AnchoredMenu>
  );
}

function Facts({ facts }: { facts: TileFacts }) {
  const { post, mark } = facts;
  const timeZone = useTimeZone();
  return (
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
  );
}

/** To another day at the same time; from a day that is over, days are counted from today. */
function Moves({
  post,
  isFixed,
  today,
  day,
  freeDay,
  onMove,
  onOpen,
}: Pick<TileMenuProps, 'today' | 'day' | 'freeDay' | 'onMove' | 'onOpen'> & { post: CalendarPost; isFixed: boolean }) {
  const from = day < today ? today : day;
  const moveTo = (target: Day) => () => onMove(post, target);
  return (
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
      {post.facebookPageId !== null && (
        <MenuItem disabled={isFixed} icon={<CalendarCheck aria-hidden />} onSelect={() => onOpen('next-slot', post)}>
          The next free slot
        </MenuItem>
      )}
      <MenuItem disabled={isFixed} icon={<CalendarClock aria-hidden />} onSelect={() => onOpen('reschedule', post)}>
        Another date and time…
      </MenuItem>
    </MenuGroup>
  );
}

function PublishItem({ post, isFixed }: { post: CalendarPost; isFixed: boolean }) {
  const { publish, undo, askedAt } = usePublishNow();
  const secondsLeft = useUndoSeconds(post.publishNowAt ?? askedAt);
  if (secondsLeft !== null && secondsLeft > 0)
    return (
      <MenuItem icon={<Undo2 aria-hidden />} onSelect={() => undo(post.id)}>
        Undo publishing <span aria-hidden>({secondsLeft})</span>
      </MenuItem>
    );
  return (
    <MenuItem disabled={isFixed || secondsLeft === 0} icon={<Send aria-hidden />} onSelect={() => publish(post)}>
      Publish now
    </MenuItem>
  );
}
