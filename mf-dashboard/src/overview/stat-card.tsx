import type { ReactNode } from 'react';

/** One number that is easy to compare. `change` says how it moved. */
export function StatCard({
  label,
  value,
  hint,
  icon,
  change,
  children,
}: {
  label: string;
  value: number;
  hint?: ReactNode;
  icon?: ReactNode;
  change?: ReactNode;
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
        <span className="text-2xl font-semibold">{value.toLocaleString('en')}</span>
        {children}
      </div>
      {change}
      {hint !== undefined && <p className="text-xs text-ink-soft">{hint}</p>}
    </div>
  );
}
