import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  icon: ReactNode;
  destructive?: boolean;
}

export function IconButton({ label, icon, destructive = false, className, type = 'button', ...rest }: IconButtonProps) {
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={cn(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors ' +
          'duration-150 hover:bg-sunken',
        destructive ? 'hover:text-bad' : 'hover:text-ink',
        'disabled:cursor-not-allowed disabled:opacity-50 pointer-coarse:size-11 [&_svg]:size-4',
        className,
      )}
    >
      {icon}
    </button>
  );
  return <Tooltip label={label}>{button}</Tooltip>;
}
