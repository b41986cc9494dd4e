import type { AutomationSettings } from '@pagecast/api/contract';
import { Badge, formatDateTime, Time, useTimeZone } from '@pagecast/shell/kit';
import { CalendarClock, Hourglass } from 'lucide-react';
import { clockText, countdownOf, type Countdown } from './countdown.ts';
import { useServerTime } from './server-time.ts';

/** The time to the next cycle, in its own part: it alone renders each second. */
export function CountdownView({ settings, ahead }: { settings: AutomationSettings; ahead: number }) {
  const now = useServerTime(ahead, Date.parse(settings.lastRunAt ?? settings.now));
  const timeZone = useTimeZone();
  const countdown = countdownOf(settings, now);
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-ink-soft">Next generation cycle</p>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1">
        {'seconds' in countdown && <Clock countdown={countdown} />}
        <p role="status" className={'seconds' in countdown ? 'sr-only' : 'text-2xl font-semibold'}>
          {describe(countdown, timeZone)}
        </p>
      </div>
      {settings.lastRunAt !== null && settings.isEnabled && (
        <>
          <CycleProgress startedAt={settings.lastRunAt} frequencyHours={settings.regenerationFrequency} now={now} />
          <p className="text-sm text-ink-soft">
            {'at' in countdown && (
              <>
                At <Time instant={countdown.at} />.{' '}
              </>
            )}
            Last cycle started <Time instant={settings.lastRunAt} />.
          </p>
        </>
      )}
    </div>
  );
}

function Clock({ countdown: { state, seconds } }: { countdown: Extract<Countdown, { seconds: number }> }) {
  return (
    <>
      <p role="timer" aria-live="off" className="text-5xl/none font-semibold tracking-tight tabular-nums">
        {clockText(seconds)}
      </p>
      {state === 'soon' ? (
        <Badge tone="warn" icon={<Hourglass aria-hidden />}>
          Coming Soon
        </Badge>
      ) : (
        <Badge tone="accent" icon={<CalendarClock aria-hidden />}>
          Scheduled
        </Badge>
      )}
    </>
  );
}

/** Changes with the state only: a clock that speaks each second would drown everything else. */
function describe(countdown: Countdown, timeZone: string): string {
  if (countdown.state === 'not-started') return 'Automation Not Started';
  if (countdown.state === 'ready') return 'Ready for next generation cycle';
  const at = formatDateTime(countdown.at, timeZone);
  return countdown.state === 'soon'
    ? `Less than five minutes until the next generation cycle, at ${at}`
    : `The next generation cycle starts at ${at}`;
}

function CycleProgress({ startedAt, frequencyHours, now }: { startedAt: string; frequencyHours: number; now: number }) {
  const passed = Math.min(1, Math.max(0, (now - Date.parse(startedAt)) / (frequencyHours * 3_600_000)));
  return (
    <div aria-hidden className="my-1.5 h-1 max-w-md overflow-hidden rounded-full bg-line">
      <div className="h-full rounded-full bg-accent" style={{ width: `${passed * 100}%` }} />
    </div>
  );
}
