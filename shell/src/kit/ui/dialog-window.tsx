import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { ConfirmDialog } from './alert-dialog.tsx';
import { CloseWindow } from './cancel-button.tsx';
import { cn } from './cn.ts';
import { DialogFooter, DialogFrame } from './dialog-frame.tsx';
import { usePortalContainer } from '../runtime/portal.tsx';
import { isBack, staysHere, useLeaveGuard, type Leaving } from '../runtime/use-leave-guard.ts';
import { useTypedWords } from './use-typed-words.ts';

/** Where one begins: at the first field, or at the one thing to do. The button that closes it comes first otherwise. */
const BEGINNING = ':is(input:not([type=hidden]), textarea, select, [data-begin-here]):not(:disabled)';

/**
 * A form is ready to type in; on touch that would bring up the keyboard over it. Base UI tells how a dialog was opened
 * only to its own triggers, which nobody has here.
 */
function beginningOf(popup: HTMLElement | null): HTMLElement | true {
  if (window.matchMedia('(pointer: coarse)').matches) return true;
  return popup?.querySelector<HTMLElement>(BEGINNING) ?? true;
}

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
  /** The address says that it is open: the browser's Back closes it by itself. */
  isInAddress?: boolean;
  /** Each change in it is kept at once: closing it loses nothing. */
  savesAtOnce?: boolean;
  children?: ReactNode;
}

/**
 * Closing it is left to the caller, who is asked for it only when nothing typed would be lost. The browser's Back
 * closes it as Escape does, and leads nowhere else.
 */
export function DialogWindow({ open, onClose, wide, isInAddress, savesAtOnce, ...content }: DialogProps) {
  const container = usePortalContainer();
  const popup = useRef<HTMLDivElement>(null);
  const { hasTyped, handleFocus } = useTypedWords(savesAtOnce);
  const [isAsking, setIsAsking] = useState(false);
  const [leavingTo, setLeavingTo] = useState<Leaving | null>(null);
  const close = () => (hasTyped() ? setIsAsking(true) : onClose());
  const go = useLeaveGuard(open, (leaving) => {
    const isWayToClose = isBack(leaving) && !isInAddress;
    const wouldLose = hasTyped() && (isBack(leaving) || !staysHere(leaving));
    if (!isWayToClose && !wouldLose) return false;
    setLeavingTo(isBack(leaving) ? null : leaving);
    close();
    return true;
  });
  const stay = () => {
    setIsAsking(false);
    setLeavingTo(null);
  };
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
    >
      <Base.Portal container={container}>
        <Base.Backdrop className={DialogFrame.backdrop} />
        <Base.Viewport className={DialogFrame.viewport}>
          <Base.Popup
            ref={popup}
            className={cn(DialogFrame.popup, wide ? 'sm:max-w-3xl' : 'sm:max-w-lg')}
            onFocus={handleFocus}
            initialFocus={() => beginningOf(popup.current)}
          >
            <CloseWindow value={close}>
              <Content {...content} />
            </CloseWindow>
            <ConfirmDialog
              open={isAsking}
              destructive
              title="Discard your changes?"
              message="What you typed here isn't saved yet."
              confirmLabel="Discard changes"
              cancelLabel="Keep editing"
              onClose={stay}
              onConfirm={() => {
                stay();
                onClose();
                if (leavingTo !== null) go(leavingTo);
              }}
            />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function Content({
  title,
  description,
  footer,
  children,
}: Pick<DialogProps, 'title' | 'description' | 'footer' | 'children'>) {
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <Base.Title className={DialogFrame.title}>{title}</Base.Title>
          {description !== undefined && (
            <Base.Description className={DialogFrame.description}>{description}</Base.Description>
          )}
        </div>
        <Base.Close
          aria-label="Close"
          className={
            '-mt-1.5 -mr-1.5 inline-flex size-9 shrink-0 items-center justify-center rounded-control ' +
            'text-ink-soft hover:bg-sunken hover:text-ink pointer-coarse:size-11'
          }
        >
          <X aria-hidden className="size-4" />
        </Base.Close>
      </div>
      {children}
      {footer !== undefined && <DialogFooter>{footer}</DialogFooter>}
    </>
  );
}
