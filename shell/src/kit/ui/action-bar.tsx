import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { useStickyBar } from './use-sticky-bar.ts';

/**
 * The one action of a composer, with what it will do. It stays within thumb reach on small screens. `instead` takes the
 * button's place.
 */
export function ActionBar({
  description,
  label,
  busy,
  busyLabel,
  onAction,
  instead,
}: {
  description: string;
  label: string;
  busy: boolean;
  busyLabel: string;
  onAction: () => void;
  instead?: ReactNode;
}) {
  const bar = useStickyBar('bottom');
  return (
    <div
      ref={bar}
      className={
        'sticky bottom-0 z-10 flex flex-col gap-3 rounded-card border border-line bg-surface p-4 ' +
        'max-sm:shadow-float sm:flex-row sm:items-center sm:justify-between sm:px-6'
      }
    >
      <p aria-live="polite" className="min-w-0 text-ink-soft">
        {description}
      </p>
      {instead ?? (
        <Button variant="primary" busy={busy} busyLabel={busyLabel} onClick={onAction}>
          {label}
        </Button>
      )}
    </div>
  );
}
