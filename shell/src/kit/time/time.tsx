import { formatDateTime, formatHistoryDate, formatRelative, formatZone } from './format-time.ts';
import { useTimeZone } from '../runtime/host.tsx';
import { zoneName } from './zone-name.ts';

interface TimeProps {
  instant: Date | string;
  /** Adds how far away it is. */
  relative?: boolean;
  /** Without one it stands on the same line, behind a dot. */
  relativeClassName?: string;
  /**
   * `history`: 'Mar 5, 2024 3:07 PM' to the letter, with the zone as a tooltip. `relative`: only how far away it is,
   * with the instant as a tooltip.
   */
  format?: 'plain' | 'history' | 'relative';
  /** What `relative` counts from. */
  now?: Date;
  className?: string;
}

/** An instant with the zone that it is told in. */
export function Time({
  instant,
  relative = false,
  relativeClassName = '',
  format = 'plain',
  now,
  className,
}: TimeProps) {
  const timeZone = useTimeZone();
  const dateTime = new Date(instant).toISOString();
  if (format === 'relative')
    return (
      <time dateTime={dateTime} title={formatDateTime(instant, timeZone)} className={className}>
        {formatRelative(instant, now)}
      </time>
    );
  if (format === 'history') {
    return (
      <time
        dateTime={dateTime}
        title={`${zoneName(timeZone)} (${formatZone(instant, timeZone)})`}
        className={className}
      >
        {formatHistoryDate(instant, timeZone)}
      </time>
    );
  }
  return (
    <time dateTime={dateTime} className={className}>
      {formatDateTime(instant, timeZone)}
      {relative && (
        <>
          {' '}
          <span className={`text-ink-soft ${relativeClassName}`}>
            {relativeClassName === '' && '· '}
            {formatRelative(instant, now)}
          </span>
        </>
      )}
    </time>
  );
}
