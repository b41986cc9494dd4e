import type { QueueState } from '@pagecast/api/contract';
import { Badge } from '@pagecast/shell/kit';
import { CalendarClock, CircleDashed, Eye, LoaderCircle, PenLine } from 'lucide-react';
import type { ComponentProps } from 'react';

const STATES: Record<QueueState, { word: string; tone: ComponentProps<typeof Badge>['tone']; Icon: typeof Eye }> = {
  planned: { word: 'Planned', tone: 'neutral', Icon: CircleDashed },
  writing: { word: 'Being written', tone: 'accent', Icon: PenLine },
  ready: { word: 'Scheduled', tone: 'accent', Icon: CalendarClock },
  draft: { word: 'Needs your approval', tone: 'warn', Icon: Eye },
  publishing: { word: 'Publishing', tone: 'accent', Icon: LoaderCircle },
};

export function QueueStateBadge({ state }: { state: QueueState }) {
  const { word, tone, Icon } = STATES[state];
  return (
    <Badge {...(tone !== undefined && { tone })} icon={<Icon aria-hidden />}>
      {word}
    </Badge>
  );
}
