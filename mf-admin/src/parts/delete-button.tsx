import { ConfirmDialog, IconButton } from '@pagecast/shell/kit';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

/**
 * Deletes something after a question.
 * @param onDelete is told how to close the question when that came to its end
 */
export function DeleteButton({
  label,
  title,
  message,
  confirmLabel = 'Delete',
  busyLabel = 'Deleting...',
  busy,
  onDelete,
}: {
  label: string;
  title: string;
  message: string;
  confirmLabel?: string;
  busyLabel?: string;
  busy: boolean;
  onDelete: (close: () => void) => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <IconButton label={label} icon={<Trash2 aria-hidden />} destructive onClick={() => setIsAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        onConfirm={() => onDelete(close)}
        destructive
        title={title}
        message={message}
        confirmLabel={confirmLabel}
        busy={busy}
        busyLabel={busyLabel}
      />
    </>
  );
}
