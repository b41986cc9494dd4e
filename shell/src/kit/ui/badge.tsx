import type { PostStatus } from '@pagecast/api/contract';
import { CalendarClock, CircleCheck, CircleX, ClockAlert, FilePen, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type Tone = 'neutral' | 'ok' | 'warn' | 'bad' | 'accent';

const TONES: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
};

/** State as a word with an icon, never as colour alone. */
export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        'inline-flex min-h-6 w-fit max-w-full shrink-0 items-center gap-1 rounded-full px-2 py-0.5 ' +
          'wrap-break-word text-xs font-medium sm:whitespace-nowrap [&_svg]:shrink-0 [&_svg]:size-3.5',
        TONES[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

const STATUSES: Record<PostStatus | 'at-risk', { tone: Tone; word: string; Icon: typeof FilePen }> = {
  draft: { tone: 'neutral', word: 'Draft', Icon: FilePen },
  scheduled: { tone: 'accent', word: 'Scheduled', Icon: CalendarClock },
  publishing: { tone: 'accent', word: 'Publishing', Icon: LoaderCircle },
  published: { tone: 'ok', word: 'Published', Icon: CircleCheck },
  failed: { tone: 'bad', word: 'Failed', Icon: CircleX },
  missed: { tone: 'bad', word: 'Missed', Icon: ClockAlert },
  'at-risk': { tone: 'warn', word: 'At risk', Icon: TriangleAlert },
};

/** `at-risk`: scheduled, and something stands in its way. */
export function StatusBadge({ status }: { status: PostStatus | 'at-risk' }) {
  const { tone, word, Icon } = STATUSES[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {word}
    </Badge>
  );
}
