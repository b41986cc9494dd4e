import { cn } from '@pagecast/shell/kit';
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * One number that is easy to compare.
 * @param change percent against the period before; positive is up
 */
export function StatCard({
  label,
  value,
  hint,
  icon,
  change,
  changeLabel = 'than last month',
  children,
}: {
  label: string;
  value: number | string;
  hint?: ReactNode;
  icon?: ReactNode;
  change?: number | null;
  changeLabel?: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="flex items-start justify-between gap-2 text-ink-soft">
        <span className="text-sm">{label}</span>
        <span aria-hidden className="max-sm:hidden [&_svg]:size-4">
          {icon}
        </span>
      </div>
      <div className="flex items-end justify-between gap-3">
        <span className="text-2xl font-semibold">{typeof value === 'number' ? value.toLocaleString('en') : value}</span>
        {children}
      </div>
      {change !== undefined && change !== null && <Change percent={change} label={changeLabel} />}
      {hint !== undefined && <p className="text-xs text-ink-soft">{hint}</p>}
    </div>
  );
}

function Change({ percent, label }: { percent: number; label: string }) {
  if (percent === 0)
    return (
      <p className="flex items-center gap-1 text-xs text-ink-soft">
        <ArrowRight aria-hidden className="size-3.5" />
        Same {label.replace(/^than/, 'as')}
      </p>
    );
  const Icon = percent > 0 ? ArrowUp : ArrowDown;
  return (
    <p className={cn('flex items-center gap-1 text-xs', percent > 0 ? 'text-ok' : 'text-warn')}>
      <Icon aria-hidden className="size-3.5" />
      {Math.abs(percent).toLocaleString('en')}% {percent > 0 ? 'more' : 'fewer'} {label}
    </p>
  );
}
