import type { Notification } from '@pagecast/api/contract';
import { CircleX, ClockAlert, Unplug } from 'lucide-react';
import { cn, formatDateTime, formatRelative, Link } from '../../kit/index.ts';
import { targetOf } from './target-of.ts';

const KINDS = {
  failed: { Icon: CircleX, look: 'bg-bad-soft text-bad' },
  missed: { Icon: ClockAlert, look: 'bg-bad-soft text-bad' },
  page: { Icon: Unplug, look: 'bg-warn-soft text-warn' },
} as const;

export function NotificationEntry({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { kind, title, description, count, isRead, at } = notification;
  // A newer server may tell of kinds that this build does not know.
  const { Icon, look } = Object.hasOwn(KINDS, kind) ? KINDS[kind] : KINDS.page;
  return (
    <li>
      <Link
        to={targetOf(notification)} onClick={onOpen}
        className="flex gap-3 px-4 py-3 -outline-offset-2 transition-colors duration-150 hover:bg-sunken"
      >
        <span aria-hidden className={cn('flex size-8 shrink-0 items-center justify-center rounded-full [&_svg]:size-4', look)}><Icon /></span>
        <span className="min-w-0 grow">
          <span className={cn('block wrap-anywhere', !isRead && 'font-semibold')}>
            {!isRead && <span className="sr-only">Unread: </span>}{title}
          </span>
          <span className="mt-0.5 line-clamp-3 wrap-anywhere text-ink-soft">{description}</span>
          <span className="mt-1 block text-xs text-ink-soft">
            <time dateTime={at} title={formatDateTime(at)}>{formatRelative(at)}</time>
            {count > 1 && <>, {count.toLocaleString('en')} posts</>}
          </span>
        </span>
        {!isRead && <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />}
      </Link>
    </li>
  );
}
