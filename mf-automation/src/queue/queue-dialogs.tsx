import type { QueueEntry } from '@pagecast/api/contract';
import { ConfirmDialog, formatDateTime, useTimeZone } from '@pagecast/shell/kit';
import { EditEntryDialog } from './edit-entry-dialog.tsx';
import { PreviewEntryDialog } from './preview-entry-dialog.tsx';
import { isWritten, type QueueActions } from './use-queue-actions.ts';

export type QueueDialogKind = 'preview' | 'edit' | 'skip';

/** The one dialog that is open. */
export function QueueDialogs({
  kind,
  entry,
  actions,
  onOpen,
  onClose,
}: {
  kind: QueueDialogKind;
  entry: QueueEntry;
  actions: QueueActions;
  onOpen: (kind: QueueDialogKind) => void;
  onClose: () => void;
}) {
  const timeZone = useTimeZone();
  if (kind === 'skip') {
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title="Skip Post"
        confirmLabel="Skip"
        destructive
        busy={actions.skip.isPending}
        busyLabel="Skipping..."
        message={`Nothing goes out on ${entry.pageName} on ${formatDateTime(entry.dueAt, timeZone)}.${entry.content === null ? '' : ' The text is dropped.'} The rest of the queue stays as it is.`}
        onConfirm={() => actions.skip.mutate({ params: { id: entry.id } }, { onSettled: onClose })}
      />
    );
  }
  if (!isWritten(entry)) return null;
  if (kind === 'edit') return <EditEntryDialog entry={entry} actions={actions} onClose={onClose} />;
  return <PreviewEntryDialog entry={entry} actions={actions} onClose={onClose} onEdit={() => onOpen('edit')} />;
}
