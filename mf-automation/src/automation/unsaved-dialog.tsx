import { Button, Dialog } from '@pagecast/shell/kit';

/** Asks what becomes of unsaved changes before something else happens. */
export function UnsavedDialog({
  open,
  message,
  saveLabel,
  dropLabel,
  isSaving,
  onSave,
  onDrop,
  onClose,
}: {
  open: boolean;
  message: string;
  saveLabel: string;
  dropLabel: string;
  isSaving: boolean;
  onSave: () => void;
  onDrop: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Unsaved changes"
      description={message}
      footer={
        <>
          <Button onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button onClick={onDrop} disabled={isSaving}>
            {dropLabel}
          </Button>
          <Button variant="primary" busy={isSaving} busyLabel="Saving..." onClick={onSave}>
            {saveLabel}
          </Button>
        </>
      }
    />
  );
}
