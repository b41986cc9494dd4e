import type { Slot } from '@pagecast/api/contract';
import { ConfirmDialog, formatDateTime, useTimeZone } from '@pagecast/shell/kit';
import { EditSlotDialog } from './edit-slot-dialog.tsx';
import { PreviewSlotDialog } from './preview-slot-dialog.tsx';
import { isWritten, type QueueActions } from './use-queue-actions.ts';

export type QueueDialogKind = 'preview' | 'edit' | 'skip';

/** The one dialog that is open. */
export function QueueDialogs({
  kind,
  slot,
  actions,
  onOpen,
  onClose,
}: {
  kind: QueueDialogKind;
  slot: Slot;
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
        message={
          `Nothing will be published on ${slot.pageName} on ` +
          `${formatDateTime(slot.dueAt, timeZone)}.${slot.content === null ? '' : ' This post will be deleted.'} ` +
          "The rest of the queue doesn't change."
        }
        onConfirm={() => actions.skip.mutate({ params: { id: slot.id } }, { onSettled: onClose })}
      />
    );
  }
  if (!isWritten(slot)) return null;
  if (kind === 'edit') return <EditSlotDialog slot={slot} actions={actions} onClose={onClose} />;
  return <PreviewSlotDialog slot={slot} actions={actions} onClose={onClose} onEdit={() => onOpen('edit')} />;
}
