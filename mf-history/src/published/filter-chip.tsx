import { cn } from '@pagecast/shell/kit';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** One filter: a list that looks like a chip, and is filled while it narrows something down. */
export function FilterChip({
  label,
  value,
  onValueChange,
  children,
}: {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  children: ReactNode;
}) {
  return (
    <span className="relative inline-flex max-w-full">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onValueChange(event.currentTarget.value)}
        className={cn(
          'h-8 max-w-56 appearance-none truncate rounded-full border pr-7 pl-3 text-sm font-medium ' +
            'transition-colors duration-150 field-sizing-content pointer-coarse:h-11 pointer-coarse:text-base',
          value === ''
            ? 'border-line-strong bg-surface text-ink-soft hover:text-ink'
            : 'border-accent bg-accent-soft text-accent',
        )}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className={cn(
          'pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2',
          value === '' ? 'text-ink-soft' : 'text-accent',
        )}
      />
    </span>
  );
}
