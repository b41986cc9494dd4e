import { Button } from '@pagecast/shell/kit';
import type { FormEvent, ReactNode } from 'react';

/** Makes something new in a card: its fields in two columns, and the button that sends them. */
export function AdminForm({
  label,
  onSubmit,
  submitLabel,
  disabled = false,
  busy,
  busyLabel,
  children,
}: {
  label: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  submitLabel: string;
  disabled?: boolean;
  busy: boolean;
  busyLabel: string;
  children: ReactNode;
}) {
  return (
    <form noValidate aria-label={label} onSubmit={onSubmit} className="grid items-start gap-3 sm:grid-cols-2">
      {children}
      <Button
        type="submit"
        variant="primary"
        disabled={disabled}
        busy={busy}
        busyLabel={busyLabel}
        className="justify-self-start"
      >
        {submitLabel}
      </Button>
    </form>
  );
}
