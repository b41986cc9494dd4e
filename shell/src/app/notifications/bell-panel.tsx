import { Popover } from '@base-ui/react/popover';
import { readNotifications, type Notification } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { BellOff, CheckCheck } from 'lucide-react';
import type { RefObject } from 'react';
import {
  Button,
  EmptyState,
  Problem,
  reasonOf,
  Skeleton,
  useApiMutation,
  useNotify,
  WaitsForConnection,
} from '../../kit/index.ts';
import { NotificationEntry } from './notification-entry.tsx';
import { notificationsQuery, waitingQuery, warningsQuery } from './queries.ts';
import { WaitingNote } from './waiting-note.tsx';
import { WarningList } from './warning-list.tsx';

/** Warnings first, then what happened, the newest first. */
export function BellPanel({ anchor, onClose }: { anchor: RefObject<HTMLElement | null>; onClose: () => void }) {
  const notify = useNotify();
  const { data } = useQuery(notificationsQuery);
  const warnings = useQuery(warningsQuery).data ?? [];
  const waiting = useQuery(waitingQuery).data?.waiting ?? 0;
  // Opening an entry closes this panel; nobody has to hear that a mark could not be kept.
  const markRead = useApiMutation(readNotifications);
  const markAll = useApiMutation(readNotifications, {
    onError: (failure) =>
      notify({ tone: 'destructive', title: 'Not Marked as Read', description: reasonOf(failure, 'Please try again.') }),
  });
  const open = ({ id, isRead }: Notification) => {
    if (!isRead) markRead.mutate({ body: { ids: [id] } });
    onClose();
  };

  return (
    <Popover.Root
      open
      onOpenChange={(next, { event }) => {
        // A press on the bell is the bell's own.
        if (!next && !(event.target instanceof Node && anchor.current?.contains(event.target) === true)) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="end" sideOffset={6} collisionPadding={8} className="z-60">
          <Popover.Popup
            finalFocus={anchor}
            className={
              'flex max-h-[min(36rem,calc(100dvh-5rem))] w-[min(26rem,calc(100vw-1rem))] flex-col rounded-card ' +
              'border border-line bg-surface text-ink shadow-float outline-none'
            }
          >
            <div className="flex min-h-14 shrink-0 items-center justify-between gap-3 border-b border-line px-4 py-2">
              <Popover.Title className="text-base font-semibold">Notifications</Popover.Title>
              {data !== undefined && data.unread > 0 && (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={<CheckCheck aria-hidden />}
                  busy={markAll.isPending}
                  busyLabel="Marking..."
                  onClick={() => markAll.mutate({ body: {} })}
                >
                  Mark all as read
                </Button>
              )}
            </div>
            <div className="overflow-y-auto overscroll-contain">
              {warnings.length > 0 && <WarningList warnings={warnings} onReconnect={onClose} />}
              {waiting > 0 && <WaitingNote waiting={waiting} onOpen={onClose} />}
              <NotificationList onOpen={open} />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function NotificationList({ onOpen }: { onOpen: (notification: Notification) => void }) {
  const { data, error, isPending, fetchStatus, refetch } = useQuery(notificationsQuery);
  if (isPending && fetchStatus === 'paused')
    return (
      <div className="p-4">
        <WaitsForConnection />
      </div>
    );
  if (isPending) return <Skeleton rows={3} className="p-4" />;
  if (error)
    return (
      <div className="p-4">
        <Problem error={error} title="We couldn't load your notifications" onRetry={() => void refetch()} />
      </div>
    );
  if (data.notifications.length === 0)
    return (
      <EmptyState icon={<BellOff />}>
        No notifications. We'll tell you here if a post fails or a page needs reconnecting.
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-line">
      {data.notifications.map((notification) => (
        <NotificationEntry key={notification.id} notification={notification} onOpen={() => onOpen(notification)} />
      ))}
    </ul>
  );
}
