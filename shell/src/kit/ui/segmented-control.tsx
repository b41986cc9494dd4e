import { useId, type ReactNode } from 'react';
import { cn } from './cn.ts';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
}

/** One choice out of a few, all visible. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly Segment<Value>[];
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset
      className={cn(
        'inline-flex max-w-full flex-wrap gap-1 rounded-control border border-line bg-sunken p-1',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={
            'relative inline-flex min-h-7 items-center gap-1.5 rounded-md px-3 text-sm text-ink-soft ' +
            'pointer-coarse:min-h-11 pointer-coarse:min-w-11 ' +
            'has-checked:bg-surface has-checked:font-medium has-checked:text-accent has-disabled:opacity-50 ' +
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ' +
            '[&_svg]:size-4'
          }
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            onChange={() => onValueChange(option.value)}
            className="absolute inset-0 appearance-none outline-none"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
