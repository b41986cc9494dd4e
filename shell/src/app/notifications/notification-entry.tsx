import { type Notification, PROBLEM_ACTION } from '@pagecast/api/contract';
import { CircleCheck, CircleHelp, CirclePause, CircleX, ClockAlert, Unplug } from 'lucide-react';
import { cn, Link, Time } from '../../kit/index.ts';
import { targetOf } from './target-of.ts';

const KINDS = {
  failed: { Icon: CircleX, styles: 'bg-bad-soft text-bad' },
  missed: { Icon: ClockAlert, styles: 'bg-bad-soft text-bad' },
  page: { Icon: Unplug, styles: 'bg-warn-soft text-warn' },
  automation: { Icon: CirclePause, styles: 'bg-warn-soft text-warn' },
} as const;
const DOUBT = { Icon: CircleHelp, styles: 'bg-warn-soft text-warn' } as const;
const WELL = { Icon: CircleCheck, styles: 'bg-ok-soft text-ok' } as const;

/** A page without a problem is well again. Kinds that this build does not know look like a page's. */
function stylesOf({ kind, problem }: Notification): (typeof KINDS)[Notification['kind']] | typeof DOUBT | typeof WELL {
  if (problem?.action === PROBLEM_ACTION.resolve) return DOUBT;
  if (kind === 'page' && problem === null) return WELL;
  return Object.hasOwn(KINDS, kind) ? KINDS[kind] : KINDS.page;
}

export function NotificationEntry({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { title, description, isRead, at } = notification;
  const { Icon, styles } = stylesOf(notification);
  return (
    <li>
      <Link
        to={targetOf(notification)}
        onClick={onOpen}
        className="flex gap-3 px-4 py-3 -outline-offset-2 transition-colors duration-150 hover:bg-sunken"
      >
        <span
          aria-hidden
          className={cn('flex size-8 shrink-0 items-center justify-center rounded-full [&_svg]:size-4', styles)}
        >
          <Icon />
        </span>
        <span className="min-w-0 grow">
          <span className={cn('block wrap-anywhere', !isRead && 'font-semibold')}>
            {!isRead && <span className="sr-only">Unread: </span>}
            {title}
          </span>
          <span className="mt-0.5 line-clamp-3 wrap-anywhere text-ink-soft">{description}</span>
          <span className="mt-1 block text-xs text-ink-soft">
            <Time instant={at} format="relative" />
          </span>
        </span>
        {!isRead && <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />}
      </Link>
    </li>
  );
}
