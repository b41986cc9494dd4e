import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { DialogFooter, DialogFrame } from './dialog-frame.tsx';
import { usePortalContainer } from '../runtime/portal.tsx';
import { useCloseOnBack } from '../runtime/use-leave-guard.ts';

export interface AlertWindowProps {
  open: boolean;
  onClose: () => void;
  title: string;
  message: ReactNode;
  children?: ReactNode;
  footer: ReactNode;
}

export function AlertWindow({ open, onClose, title, message, children, footer }: AlertWindowProps) {
  const container = usePortalContainer();
  useCloseOnBack(open, onClose);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal container={container}>
        {/* Over a dialog too, which it asks about. */}
        <Base.Backdrop forceRender className={DialogFrame.backdrop} />
        <Base.Viewport className={DialogFrame.viewport}>
          <Base.Popup className={cn(DialogFrame.popup, 'sm:max-w-md')}>
            <div>
              <Base.Title className={DialogFrame.title}>{title}</Base.Title>
              <Base.Description className={cn(DialogFrame.description, 'whitespace-pre-line')}>
                {message}
              </Base.Description>
            </div>
            {children}
            <DialogFooter>{footer}</DialogFooter>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
