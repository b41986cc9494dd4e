import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/**
 * What most people do not need: a line that opens to the rest. Keyboard and the page's search reach it, since the
 * browser does the hiding.
 */
export function Disclosure({
  label,
  className,
  onToggle,
  children,
}: {
  label: ReactNode;
  className?: string;
  /** Hears whether it is open. */
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  return (
    <details className={cn('group/disclosure', className)} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary
        className={
          'inline-flex min-h-6 list-none items-center gap-1 rounded-sm text-ink-soft hover:text-ink ' +
          'pointer-coarse:min-h-11'
        }
      >
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 transition-transform duration-150 group-open/disclosure:rotate-90"
        />
        {label}
      </summary>
      <div className="mt-1">{children}</div>
    </details>
  );
}
