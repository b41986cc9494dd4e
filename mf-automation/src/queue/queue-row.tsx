import type { QueueEntry } from '@pagecast/api/contract';
import { Button, cn, formatDateTime, IconButton, Time, useTimeZone } from '@pagecast/shell/kit';
import { Check, Eye, PencilLine, SkipForward } from 'lucide-react';
import type { QueueDialogKind } from './queue-dialogs.tsx';
import { QueueStateBadge } from './queue-words.tsx';
import { isWritten, type QueueActions } from './use-queue-actions.ts';

const DOTS: Record<QueueEntry['state'], string> = {
  planned: 'border-line-strong bg-surface', writing: 'border-accent bg-accent-soft', ready: 'border-accent bg-accent', draft: 'border-warn bg-warn', publishing: 'border-ok bg-ok',
};

/** One post to come: when, where, what, and what can be done about it. */
export function QueueRow({ entry, now, actions, onOpen }: { entry: QueueEntry; now: Date; actions: QueueActions; onOpen: (kind: QueueDialogKind, entry: QueueEntry) => void }) {
  const of = `of ${entry.pageName}, ${formatDateTime(entry.dueAt, useTimeZone())}`;
  const isOnItsWay = entry.state === 'publishing';
  const isApproving = actions.approve.isPending && actions.approve.variables.params.id === entry.id;
  return (
    <li className="relative pb-5 pl-6 last:pb-0">
      <span aria-hidden className="absolute top-2 bottom-0 left-[5px] w-0.5 bg-line" />
      <span aria-hidden className={cn('absolute top-1 left-0 size-3 rounded-full border-2', DOTS[entry.state])} />
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <p className="text-sm"><Time instant={entry.dueAt} relative relativeClassName="font-normal" now={now} className="font-medium" /></p>
        <QueueStateBadge state={entry.state} />
      </div>
      <p className="truncate text-sm text-ink-soft" title={entry.pageName}>{entry.pageName}</p>
      {entry.content !== null && <p className="mt-1 line-clamp-3 text-sm wrap-anywhere">{entry.content}</p>}
      {entry.problem !== null && <p className="mt-1 text-sm text-bad">{entry.problem.message}</p>}
      <div className="mt-1.5 -ml-2 flex flex-wrap items-center gap-1">
        {entry.state === 'draft' && isWritten(entry) && (
          <Button
            size="sm" variant="primary" className="mr-1 ml-2" icon={<Check aria-hidden />} busy={isApproving} busyLabel="Approving..." aria-label={`Approve the draft ${of}`}
            onClick={() => actions.approve.mutate({ params: { id: entry.id }, body: { contentHash: entry.contentHash } })}
          >
            Approve
          </Button>
        )}
        {isWritten(entry) && <IconButton label={`Preview the post ${of}`} icon={<Eye aria-hidden />} onClick={() => onOpen('preview', entry)} />}
        {isWritten(entry) && !isOnItsWay && <IconButton label={`Edit the post ${of}`} icon={<PencilLine aria-hidden />} onClick={() => onOpen('edit', entry)} />}
        {!isOnItsWay && <IconButton label={`Skip the post ${of}`} icon={<SkipForward aria-hidden />} onClick={() => onOpen('skip', entry)} />}
      </div>
    </li>
  );
}
