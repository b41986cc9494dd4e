import type { ReactNode } from 'react';
import type { AlertWindowProps } from './alert-window.tsx';
import { Button } from './button.tsx';
import { EverOpen } from './ever-open.tsx';
import { lazyPart } from '../runtime/lazy-part.tsx';

const AlertWindow = /* @__PURE__ */ lazyPart(async () => (await import('./alert-window.tsx')).AlertWindow);

function Alert(props: AlertWindowProps) {
  return (
    <EverOpen open={props.open} onClose={props.onClose}>
      <AlertWindow {...props} />
    </EverOpen>
  );
}

/** Says one thing and waits for OK. */
export function AlertDialog({
  open,
  onClose,
  title = 'Please note',
  message,
  okLabel = 'OK',
}: {
  open: boolean;
  onClose: () => void;
  title?: string;
  message: ReactNode;
  okLabel?: string;
}) {
  return (
    <Alert
      open={open}
      onClose={onClose}
      title={title}
      message={message}
      footer={
        <Button variant="primary" onClick={onClose}>
          {okLabel}
        </Button>
      }
    />
  );
}

/** Asks before something that cannot be taken back. Stays open while `busy`; the caller closes it. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  message,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  busy = false,
  busyLabel,
  children,
}: {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  message: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  busy?: boolean;
  busyLabel?: string;
  children?: ReactNode;
}) {
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Alert
      open={open}
      onClose={close}
      title={title}
      message={message}
      footer={
        <>
          <Button onClick={close} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button
            variant={destructive ? 'destructive' : 'primary'}
            busy={busy}
            onClick={onConfirm}
            {...(busyLabel !== undefined && { busyLabel })}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Alert>
  );
}
