import type { DashboardStats } from '@pagecast/api/contract';
import { cn, Tooltip } from '@pagecast/shell/kit';
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { describeBasis, describeChange } from './describe-change.ts';

const WAYS = {
  up: { Icon: ArrowUp, tone: 'text-ok' },
  down: { Icon: ArrowDown, tone: 'text-warn' },
  same: { Icon: ArrowRight, tone: 'text-ink-soft' },
} as const;

/** How this month compares with the one before, and on hover which days are compared. */
export function MonthChange({ stats }: { stats: DashboardStats }) {
  const { way, text } = describeChange(stats);
  const basis = describeBasis(stats);
  const { Icon, tone } = WAYS[way];
  return (
    <Tooltip label={basis ?? ''} side="bottom" disabled={basis === null}>
      <p className={cn('flex items-center gap-1 text-xs', tone)}>
        <Icon aria-hidden className="size-3.5 shrink-0" />
        {text}
        {basis !== null && <span className="sr-only">. {basis}</span>}
      </p>
    </Tooltip>
  );
}
