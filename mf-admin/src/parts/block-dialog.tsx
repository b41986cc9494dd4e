import { ConfirmDialog } from '@pagecast/shell/kit';

/** Asks before somebody is shut out. */
export function BlockDialog({
  name,
  open,
  isBusy,
  onConfirm,
  onClose,
}: {
  name: string;
  open: boolean;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={onConfirm}
      destructive
      title={`Block ${name}?`}
      message={
        `${name} is logged out at their next click and can't come back, not even with an invitation code. ` +
        'Their pages and posts are kept.'
      }
      confirmLabel="Block"
      busy={isBusy}
      busyLabel="Blocking..."
    />
  );
}
