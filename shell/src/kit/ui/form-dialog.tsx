import { useId, useLayoutEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { CancelButton } from './cancel-button.tsx';
import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog-window.tsx';

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'wide' | 'onClose'> {
  submitLabel: string;
  /** Nothing is sent or typed while it is. */
  busy?: boolean;
  busyLabel?: string;
  /** What is still to be done that no field can say. Until then nothing is sent. */
  missing?: string | null;
  /** The browser says what is missing in which field; otherwise the caller does. */
  isCheckedByBrowser?: boolean;
  onSubmit: (fields: FormData) => void;
  children: ReactNode;
}

/** A window with a form to fill in. It stays open until the caller closes it. */
export function FormDialog({
  submitLabel,
  busy = false,
  busyLabel = 'Saving...',
  missing = null,
  isCheckedByBrowser = false,
  onSubmit,
  children,
  ...window
}: FormDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const send = useRef<HTMLButtonElement>(null);
  // Enter in a field sends too, and the fields rest until the answer is in.
  useLayoutEffect(() => {
    if (busy && form.current?.contains(document.activeElement) === true) send.current?.focus();
  }, [busy]);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!busy) onSubmit(new FormData(event.currentTarget));
  }

  return (
    <Dialog
      {...window}
      open
      footer={
        <>
          <CancelButton />
          <Button
            ref={send}
            variant="primary"
            type="submit"
            form={formId}
            busy={busy}
            busyLabel={busyLabel}
            disabled={missing !== null}
          >
            {submitLabel}
          </Button>
          {/* Above the buttons of a sheet, and before those in a line. */}
          <p role="status" className="text-sm text-ink-soft sm:order-first sm:mr-auto sm:self-center">
            {missing}
          </p>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate={!isCheckedByBrowser}
        onSubmit={handleSubmit}
        // What was typed while it is sent would go with the window.
        inert={busy}
        className="flex flex-col gap-4"
      >
        {children}
      </form>
    </Dialog>
  );
}
