import type { Post, TimelineEntry } from '@pagecast/api/contract';
import { cn, Time, useTimeZone } from '@pagecast/shell/kit';
import {
  CalendarClock,
  CalendarX,
  CircleCheck,
  CircleX,
  CloudOff,
  Heart,
  Pause,
  PencilLine,
  PenLine,
  Play,
  Send,
  Sparkles,
} from 'lucide-react';
import { describeEntry } from './describe-entry.ts';
import { EntryDetails } from './entry-details.tsx';

/** Everything that happened to a post, oldest first. */
export function TimelineList({ post, entries }: { post: Post; entries: readonly TimelineEntry[] }) {
  const timeZone = useTimeZone();
  return (
    <ol className="flex flex-col">
      {entries.map((entry, index) => {
        const { title, lines } = describeEntry(entry, { post, timeZone });
        const { Icon, tone } = iconOf(entry);
        return (
          <li key={`${entry.kind}-${entry.at}-${index}`} className="group/entry relative flex gap-3 pb-6 last:pb-0">
            <span aria-hidden className="absolute top-8 bottom-0 left-4 w-px bg-line group-last/entry:hidden" />
            <span
              aria-hidden
              className={cn(
                'flex size-8 shrink-0 items-center justify-center rounded-full [&_svg]:size-4',
                TONES[tone],
              )}
            >
              <Icon />
            </span>
            <div className="flex min-w-0 grow flex-col gap-1 pt-1.5">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h3 className="min-w-0 font-medium wrap-anywhere">{title}</h3>
                <Time instant={entry.at} format="history" className="text-xs text-ink-soft" />
              </div>
              {lines.map((line, place) => (
                <p key={place} className="max-w-[72ch] text-ink-soft wrap-anywhere">
                  {line}
                </p>
              ))}
              <EntryDetails entry={entry} post={post} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad';
const TONES: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  accent: 'bg-accent-soft text-accent',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};

function iconOf(entry: TimelineEntry): { Icon: typeof Send; tone: Tone } {
  switch (entry.kind) {
    case 'written':
      return { Icon: entry.isAiGenerated ? Sparkles : PenLine, tone: 'neutral' };
    case 'edited':
      return { Icon: PencilLine, tone: 'neutral' };
    case 'scheduled':
      return { Icon: CalendarClock, tone: 'accent' };
    case 'unscheduled':
      return { Icon: CalendarX, tone: 'neutral' };
    case 'publish-asked':
      return { Icon: Send, tone: 'accent' };
    case 'held':
      return { Icon: Pause, tone: 'warn' };
    case 'released':
      return { Icon: Play, tone: 'neutral' };
    case 'not-out':
      return entry.status === 'scheduled' ? { Icon: Pause, tone: 'warn' } : { Icon: CircleX, tone: 'bad' };
    case 'attempt':
      return entry.outcome === 'refused' ? { Icon: CircleX, tone: 'bad' } : { Icon: Send, tone: 'neutral' };
    case 'published':
      return { Icon: CircleCheck, tone: 'ok' };
    case 'engagement':
      return { Icon: Heart, tone: 'neutral' };
    case 'gone':
      return { Icon: CloudOff, tone: 'warn' };
  }
}
