import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { usePortalContainer } from './portal.tsx';

function AlertFrame({ open, onClose, title, message, children, footer }: {
  open: boolean; onClose: () => void; title: string; message: ReactNode; children?: ReactNode; footer: ReactNode;
}) {
  const container = usePortalContainer();
  return (
    <Base.Root open={open} onOpenChange={(next) => { if (!next) onClose(); }}>
      <Base.Portal container={container}>
        <Base.Backdrop className={DialogFrame.backdrop} />
        <Base.Viewport className={DialogFrame.viewport}>
          <Base.Popup className={cn(DialogFrame.popup, 'sm:max-w-md')}>
            <div>
              <Base.Title className={DialogFrame.title}>{title}</Base.Title>
              <Base.Description className={cn(DialogFrame.description, 'whitespace-pre-line')}>{message}</Base.Description>
            </div>
            {children}
            <footer className={DialogFrame.footer}>{footer}</footer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Says one thing and waits for OK. */
export function AlertDialog({ open, onClose, title = 'Please note', message, okLabel = 'OK' }: {
  open: boolean; onClose: () => void; title?: string; message: ReactNode; okLabel?: string;
}) {
  return <AlertFrame open={open} onClose={onClose} title={title} message={message} footer={<Button variant="primary" onClick={onClose}>{okLabel}</Button>} />;
}

/** Asks before something that cannot be taken back. Stays open while `busy`; the caller closes it. */
export function ConfirmDialog({
  open, onClose, onConfirm, title, message, confirmLabel, cancelLabel = 'Cancel', destructive = false, busy = false, busyLabel, children,
}: {
  open: boolean; onClose: () => void; onConfirm: () => void; title: string; message: ReactNode; confirmLabel: string;
  cancelLabel?: string; destructive?: boolean; busy?: boolean; busyLabel?: string; children?: ReactNode;
}) {
  const close = () => { if (!busy) onClose(); };
  return (
    <AlertFrame
      open={open} onClose={close} title={title} message={message}
      footer={(
        <>
          <Button onClick={close} disabled={busy}>{cancelLabel}</Button>
          <Button variant={destructive ? 'destructive' : 'primary'} busy={busy} onClick={onConfirm} {...(busyLabel !== undefined && { busyLabel })}>{confirmLabel}</Button>
        </>
      )}
    >
      {children}
    </AlertFrame>
  );
}
