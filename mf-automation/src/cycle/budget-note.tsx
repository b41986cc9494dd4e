import type { AutomationSettings } from '@pagecast/api/contract';
import { cn, formatCost, Time } from '@pagecast/shell/kit';

/** Nearly used up: worth a look before it stops the day. */
const TIGHT = 0.8;

/** What the AI cost today, and how much of the day's budget that is. */
export function BudgetNote({ budget: { spentMicros, limitMicros, resetsAt } }: Pick<AutomationSettings, 'budget'>) {
  const share = limitMicros === null || limitMicros <= 0 ? null : Math.min(1, spentMicros / limitMicros);
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="font-medium">Today's AI budget</p>
      <p className={cn('text-ink-soft', share === 1 && 'text-bad')}>
        {limitMicros === null
          ? `${formatCost(spentMicros)} used, no limit.`
          : `${formatCost(spentMicros)} of ${formatCost(limitMicros)} used.`}
        {share === 1 && ' No more posts will be written until it resets.'}
      </p>
      {share !== null && (
        <>
          <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
            <div className={cn('h-full rounded-full', colourOf(share))} style={{ width: `${share * 100}%` }} />
          </div>
          <p className="text-xs text-ink-soft">
            Resets <Time instant={resetsAt} />
          </p>
        </>
      )}
    </div>
  );
}

function colourOf(share: number): string {
  if (share === 1) return 'bg-bad';
  return share >= TIGHT ? 'bg-warn' : 'bg-ok';
}
