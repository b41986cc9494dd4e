import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { cn } from './cn.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { usePortalContainer } from '../runtime/portal.tsx';

const FIELDS = 'input:not([type=hidden]), textarea, select';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
}

export function DialogWindow({ open, onClose, title, description, footer, wide = false, children }: DialogProps) {
  const container = usePortalContainer();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal container={container}>
        <Base.Backdrop className={DialogFrame.backdrop} />
        <Base.Viewport className={DialogFrame.viewport}>
          <Base.Popup
            ref={popup}
            className={cn(DialogFrame.popup, wide ? 'sm:max-w-3xl' : 'sm:max-w-lg')}
            // A form is ready to type in; on touch that would bring up the keyboard over it.
            initialFocus={(openedBy) =>
              openedBy === 'touch' ? true : (popup.current?.querySelector<HTMLElement>(FIELDS) ?? true)
            }
          >
            <div className="flex items-start justify-between gap-4">
              <div className="min-w-0">
                <Base.Title className={DialogFrame.title}>{title}</Base.Title>
                {description !== undefined && (
                  <Base.Description className={DialogFrame.description}>{description}</Base.Description>
                )}
              </div>
              <Base.Close
                aria-label="Close"
                className="-mt-1.5 -mr-1.5 inline-flex size-9 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink pointer-coarse:size-11"
              >
                <X aria-hidden className="size-4" />
              </Base.Close>
            </div>
            {children}
            {footer !== undefined && <div className={DialogFrame.footer}>{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
