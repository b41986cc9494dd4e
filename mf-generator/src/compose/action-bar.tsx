import { Button } from '@pagecast/shell/kit';

/** The one action, with what it will do. It stays within thumb reach on small screens. */
export function ActionBar({ description, label, busy, busyLabel, onAction }: {
  description: string; label: string; busy: boolean; busyLabel: string; onAction: () => void;
}) {
  return (
    <div className="sticky bottom-0 z-10 flex flex-col gap-3 rounded-card border border-line bg-surface p-4 max-sm:shadow-float sm:flex-row sm:items-center sm:justify-between sm:px-6">
      <p aria-live="polite" className="min-w-0 text-ink-soft">{description}</p>
      <Button variant="primary" busy={busy} busyLabel={busyLabel} onClick={onAction}>{label}</Button>
    </div>
  );
}
