import { WRITTEN_AHEAD_MINUTES, type Slot } from '@pagecast/api/contract';
import {
  Button,
  cn,
  contentTypeLabel,
  formatDateTime,
  IconButton,
  Time,
  useNotify,
  useTimeZone,
  type Toast,
} from '@pagecast/shell/kit';
import { Check, Eye, PencilLine, SkipForward } from 'lucide-react';
import { formatMinutes } from '../cycle/cycle-plan.ts';
import type { QueueDialogKind } from './queue-dialogs.tsx';
import { QueueStateBadge } from './queue-words.tsx';
import { isWritten, type QueueActions, type WrittenSlot } from './use-queue-actions.ts';
import { useSteadyAim } from './use-steady-aim.ts';

const DOTS: Record<Slot['state'], string> = {
  planned: 'border-line-strong bg-surface',
  writing: 'border-accent bg-accent-soft',
  ready: 'border-accent bg-accent',
  draft: 'border-warn bg-warn',
  publishing: 'border-ok bg-ok',
};

const MOVED: Toast = {
  tone: 'default',
  title: 'The list just changed',
  description: "We didn't approve anything. Please check and try again.",
};

/** One post to come: when, where, what, and what can be done about it. */
export function QueueRow({
  slot,
  problem,
  place,
  now,
  actions,
  onOpen,
}: {
  slot: Slot;
  problem: Slot['problem'];
  place: number;
  now: Date;
  actions: QueueActions;
  onOpen: (kind: QueueDialogKind, slot: Slot) => void;
}) {
  const name = `of ${slot.pageName}, ${formatDateTime(slot.dueAt, useTimeZone())}`;
  const isAimed = useSteadyAim(place);
  return (
    <li className="relative pb-5 pl-6 last:pb-0">
      <span aria-hidden className="absolute top-2 bottom-0 left-[5px] w-0.5 bg-line" />
      <span aria-hidden className={cn('absolute top-1 left-0 size-3 rounded-full border-2', DOTS[slot.state])} />
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <Time instant={slot.dueAt} format="relative" now={now} className="font-semibold" />
        <QueueStateBadge state={slot.state} />
      </div>
      <p className="text-sm text-ink-soft">
        <Time instant={slot.dueAt} /> · {contentTypeLabel(slot.contentType)}
      </p>
      <div className="-mr-2 flex items-center justify-between gap-2">
        <p className="min-w-0 truncate text-sm" title={slot.pageName}>
          {slot.pageName}
        </p>
        <SlotButtons slot={slot} name={name} onOpen={onOpen} />
      </div>
      {slot.state === 'planned' && (
        <p className="text-sm text-ink-soft">We'll write it about {formatMinutes(WRITTEN_AHEAD_MINUTES)} before.</p>
      )}
      {slot.state === 'draft' && new Date(slot.dueAt) < now && (
        <p className="text-sm text-warn">Its time has passed. It goes out soon after you approve it.</p>
      )}
      {slot.content !== null && (
        <p dir="auto" className="line-clamp-3 text-sm wrap-anywhere">
          {slot.content}
        </p>
      )}
      {slot.reason != null && <p className="mt-1 text-sm wrap-anywhere text-warn">{slot.reason.message}</p>}
      {problem !== null && <p className="mt-1 text-sm text-bad">{problem.message}</p>}
      {slot.state === 'draft' && isWritten(slot) && (
        <ApproveButton slot={slot} name={name} isAimed={isAimed} actions={actions} />
      )}
    </li>
  );
}

/** @param name tells this post from the others, for who hears the buttons */
function SlotButtons({
  slot,
  name,
  onOpen,
}: {
  slot: Slot;
  name: string;
  onOpen: (kind: QueueDialogKind, slot: Slot) => void;
}) {
  const isOnItsWay = slot.state === 'publishing';
  return (
    <div className="flex shrink-0">
      {isWritten(slot) && (
        <IconButton
          label={`Preview the post ${name}`}
          icon={<Eye aria-hidden />}
          onClick={() => onOpen('preview', slot)}
        />
      )}
      {isWritten(slot) && !isOnItsWay && (
        <IconButton
          label={`Edit the post ${name}`}
          icon={<PencilLine aria-hidden />}
          onClick={() => onOpen('edit', slot)}
        />
      )}
      {!isOnItsWay && (
        <IconButton
          label={`Skip the post ${name}`}
          icon={<SkipForward aria-hidden />}
          onClick={() => onOpen('skip', slot)}
        />
      )}
    </div>
  );
}

function ApproveButton({
  slot,
  name,
  isAimed,
  actions,
}: {
  slot: WrittenSlot;
  name: string;
  isAimed: () => boolean;
  actions: QueueActions;
}) {
  const notify = useNotify();
  const isApproving = actions.approve.isPending && actions.approve.variables.params.id === slot.id;
  return (
    <Button
      size="sm"
      variant="primary"
      className="mt-2"
      icon={<Check aria-hidden />}
      busy={isApproving}
      busyLabel="Approving..."
      aria-label={`Approve the post ${name}`}
      onClick={() =>
        isAimed()
          ? actions.approve.mutate({ params: { id: slot.id }, body: { contentHash: slot.contentHash } })
          : notify(MOVED)
      }
    >
      Approve
    </Button>
  );
}
