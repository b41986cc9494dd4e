import { formatDateTime, formatRelative } from './format-time.ts';

/** An instant with its zone; `relative` adds how far away it is. */
export function Time({ instant, relative = false, className }: { instant: Date | string; relative?: boolean; className?: string }) {
  return (
    <time dateTime={new Date(instant).toISOString()} className={className}>
      {formatDateTime(instant)}{relative && <span className="text-ink-soft"> {formatRelative(instant)}</span>}
    </time>
  );
}
