import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { cn } from './cn.ts';

const CONTROL =
  'w-full min-w-0 rounded-control border border-line-strong bg-surface text-ink transition-colors duration-150 ' +
  'aria-invalid:border-bad disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft ' +
  'pointer-coarse:text-base';

export function TextInput({ className, type = 'text', ...rest }: ComponentPropsWithRef<'input'>) {
  return <input {...rest} type={type} className={cn(CONTROL, 'h-9 px-3 text-sm pointer-coarse:h-11', className)} />;
}

/** `autosize` grows with what is written, from `rows` lines on. Written from the side that its language begins at. */
export function TextArea({
  className,
  autosize = false,
  rows = 4,
  ...rest
}: ComponentPropsWithRef<'textarea'> & { autosize?: boolean }) {
  return (
    <textarea
      dir="auto"
      {...rest}
      rows={rows}
      className={cn(CONTROL, 'min-h-20 px-3 py-2 text-read', autosize && 'field-sizing-content', className)}
    />
  );
}

export function NativeSelect({ className, children, ...rest }: ComponentPropsWithRef<'select'>) {
  return (
    <span className={cn('relative block min-w-0', className)}>
      <select {...rest} className={cn(CONTROL, 'h-9 appearance-none truncate pr-9 pl-3 text-sm pointer-coarse:h-11')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
      />
    </span>
  );
}

interface ChoiceProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'onChange'> {
  label: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** The label is for assistive technology only, where the place says the rest. */
  hideLabel?: boolean;
}

export function Switch(props: ChoiceProps) {
  return (
    <Choice
      {...props}
      role="switch"
      inputClassName={
        'inline-flex h-6 w-10 shrink-0 appearance-none items-center rounded-full border border-line-strong ' +
        'bg-sunken p-0.5 transition-colors duration-150 ' +
        'before:size-4.5 before:rounded-full before:bg-line-strong before:transition-transform before:duration-150 ' +
        'checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-accent-ink ' +
        'disabled:cursor-not-allowed disabled:opacity-50'
      }
    />
  );
}

export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} inputClassName="size-4 shrink-0 accent-accent" />;
}

function Choice({
  label,
  checked,
  onCheckedChange,
  hideLabel = false,
  className,
  inputClassName,
  ...rest
}: ChoiceProps & { inputClassName: string }) {
  return (
    <label
      className={cn(
        'inline-flex min-h-6 items-center gap-2.5 text-sm pointer-coarse:min-h-11 pointer-coarse:min-w-11',
        className,
      )}
    >
      <input
        {...rest}
        type="checkbox"
        checked={checked}
        onChange={(event) => onCheckedChange(event.currentTarget.checked)}
        className={inputClassName}
      />
      <span className={cn(hideLabel && 'sr-only')}>{label}</span>
    </label>
  );
}
