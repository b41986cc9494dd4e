import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Link, type LinkProps } from '../runtime/host.tsx';

type Variant = 'primary' | 'secondary' | 'ghost' | 'destructive';
type Size = 'md' | 'sm';

// Borders that nobody sees mark a button where the system paints with its own few colours.
const VARIANTS: Record<Variant, string> = {
  primary: 'border border-transparent bg-accent text-accent-ink hover:bg-accent/90',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  ghost: 'border border-transparent text-ink hover:bg-sunken',
  destructive: 'border border-transparent bg-bad text-accent-ink hover:bg-bad/90',
};
const SIZES: Record<Size, string> = { md: 'min-h-9 px-3.5', sm: 'min-h-8 px-2.5' };

interface Styles {
  variant?: Variant;
  size?: Size;
  icon?: ReactNode;
}

function stylesOf({ variant, size }: { variant: Variant; size: Size }, className: string | undefined): string {
  return cn(
    'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-control py-1 text-center text-sm ' +
      'font-medium transition-colors sm:whitespace-nowrap duration-150 select-none',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed pointer-coarse:min-h-11 ' +
      'pointer-coarse:min-w-11 [&_svg]:size-4 [&_svg]:shrink-0',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

export interface ButtonProps extends ComponentPropsWithRef<'button'>, Styles {
  /**
   * Shows `busyLabel`, keeps width and focus, and takes no further press. A button that can be busy sends something: a
   * double click is one press of it.
   */
  busy?: boolean;
  busyLabel?: string;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  busy: isBusy,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const busy = isBusy ?? false;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // The answer may come between the two presses, with another form below the pointer, or another meaning.
    const isSecondOfTwo = isBusy !== undefined && event.detail > 1;
    // A disabled button would lose the focus in the middle of the work.
    if (busy || isSecondOfTwo) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      onClick={handleClick}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      className={stylesOf({ variant, size }, className)}
    >
      {busyLabel === undefined ? (
        <>
          {icon}
          {children}
        </>
      ) : (
        // As wide as the wider of the two; each keeps its icon beside it.
        <span className="grid justify-items-center *:col-start-1 *:row-start-1 *:inline-flex *:items-center *:gap-2">
          <span aria-hidden={busy} className={cn(busy && 'invisible')}>
            {icon}
            {children}
          </span>
          <span aria-hidden={!busy} className={cn(!busy && 'invisible')}>
            {icon}
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  );
}

/** Goes to another screen, looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  icon,
  className,
  children,
  ...rest
}: LinkProps & Styles) {
  return (
    <Link {...rest} className={stylesOf({ variant, size }, className)}>
      {icon}
      {children}
    </Link>
  );
}
