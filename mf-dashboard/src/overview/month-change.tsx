import type { DashboardStats } from '@pagecast/api/contract';
import { cn, Tooltip } from '@pagecast/shell/kit';
import { ArrowUp } from 'lucide-react';
import { describeBasis, describeChange } from './describe-change.ts';

const WAYS = {
  up: { turn: '', tone: 'text-ok' },
  down: { turn: 'rotate-180', tone: 'text-warn' },
  same: { turn: 'rotate-90', tone: 'text-ink-soft' },
} as const;

/** How this month compares with the one before, and on hover which days are compared. */
export function MonthChange({ stats }: { stats: DashboardStats }) {
  const { way, text } = describeChange(stats);
  const basis = describeBasis(stats);
  const { turn, tone } = WAYS[way];
  return (
    <Tooltip label={basis ?? ''} side="bottom" disabled={basis === null}>
      <p className={cn('flex items-center gap-1 text-xs', tone)}>
        <ArrowUp aria-hidden className={cn('size-3.5 shrink-0', turn)} />
        {text}
        {basis !== null && <span className="sr-only">. {basis}</span>}
      </p>
    </Tooltip>
  );
}
