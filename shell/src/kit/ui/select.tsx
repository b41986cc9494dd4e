import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { cn } from './cn.ts';
import { usePortalContainer } from '../runtime/portal.tsx';

export interface Option<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

/** A list that needs more than a native select can show. For plain forms prefer `NativeSelect`. */
export function Select<Value extends string>({
  id,
  value,
  onValueChange,
  options,
  placeholder = 'Choose',
  disabled = false,
  className,
  ...aria
}: {
  id?: string;
  value: Value | null;
  onValueChange: (value: Value) => void;
  options: readonly Option<Value>[];
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}) {
  const container = usePortalContainer();
  return (
    <Base.Root
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next);
      }}
    >
      <Base.Trigger
        {...aria}
        {...(id !== undefined && { id })}
        className={cn(
          'inline-flex h-9 w-full items-center justify-between gap-2 rounded-control border border-line-strong bg-surface px-3 text-sm pointer-coarse:h-11',
          className,
        )}
      >
        <span className="truncate">
          <Base.Value placeholder={placeholder} />
        </span>
        <Base.Icon>
          <ChevronsUpDown aria-hidden className="size-4 text-ink-soft" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal container={container}>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-60">
          <Base.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-control border border-line bg-surface p-1 shadow-float">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="flex min-h-8 items-center gap-2 rounded-md py-1 pr-3 pl-2 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-accent-soft pointer-coarse:min-h-11"
              >
                <span className="size-4">
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent" />
                  </Base.ItemIndicator>
                </span>
                <Base.ItemText>{option.label}</Base.ItemText>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
