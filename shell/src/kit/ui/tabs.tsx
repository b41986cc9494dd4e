import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export function Tabs<Value extends string>({
  value,
  onValueChange,
  className,
  children,
}: {
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root value={value} onValueChange={(next) => onValueChange(next as Value)} className={className}>
      {children}
    </Base.Root>
  );
}

export function TabList({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <Base.List
      aria-label={label}
      activateOnFocus
      // Positioned, since the chosen tab is scrolled into sight by its offset in what is.
      className={cn('relative flex gap-1 overflow-x-auto border-b border-line', className)}
    >
      {children}
    </Base.List>
  );
}

export function Tab({ value, icon, children }: { value: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Base.Tab
      value={value}
      className={
        '-mb-px inline-flex min-h-9 shrink-0 items-center gap-2 rounded-t-md border-b-2 border-transparent px-3 ' +
        'text-sm text-ink-soft hover:text-ink ' +
        'focus-visible:-outline-offset-2 data-active:border-accent data-active:font-medium data-active:text-ink ' +
        'pointer-coarse:min-h-11 [&_svg]:size-4'
      }
    >
      {icon}
      {children}
    </Base.Tab>
  );
}

/**
 * What it holds takes the focus itself: the panel is no stop of its own.
 * @param keepMounted what it holds goes on, unseen, while another tab shows
 */
export function TabPanel({
  value,
  keepMounted = false,
  className,
  children,
}: {
  value: string;
  keepMounted?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Panel value={value} keepMounted={keepMounted} tabIndex={-1} className={cn('pt-4', className)}>
      {children}
    </Base.Panel>
  );
}
