import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, Search } from 'lucide-react';
import { useMemo } from 'react';
import { cn } from './cn.ts';
import { usePortalContainer } from '../runtime/portal.tsx';

/** `words`: what finds it beside its label. */
export interface FoundOption {
  value: string;
  label: string;
  detail?: string;
  words?: string;
}

/** One out of many: a button that opens a list with a field to search it. `chosen` need not be among the options. */
export function Combobox({
  id,
  chosen,
  onValueChange,
  options,
  onOpen,
  searchLabel,
  emptyText,
  disabled = false,
  className,
  ...aria
}: {
  id?: string;
  chosen: FoundOption;
  onValueChange: (value: string) => void;
  options: readonly FoundOption[];
  /** Called as the list opens, for options that take work to make. */
  onOpen?: () => void;
  searchLabel: string;
  emptyText: string;
  disabled?: boolean;
  className?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}) {
  const container = usePortalContainer();
  // By their values, in one list: an option made anew would count as another choice.
  const values = useMemo(() => options.map(({ value }) => value), [options]);
  const optionOf = new Map([chosen, ...options].map((option) => [option.value, option]));
  const found = (value: string) => optionOf.get(value) ?? chosen;
  return (
    <Base.Root
      items={values}
      value={chosen.value}
      disabled={disabled}
      autoHighlight
      itemToStringLabel={(value) => found(value).label}
      filter={(value, query) => isFound(found(value), query)}
      onOpenChange={(open) => {
        if (open) onOpen?.();
      }}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next);
      }}
    >
      <Base.Trigger
        {...aria}
        {...(id !== undefined && { id })}
        className={cn(
          'inline-flex h-9 w-full items-center justify-between gap-2 rounded-control border border-line-strong bg-surface px-3 text-sm disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft pointer-coarse:h-11',
          className,
        )}
      >
        <span className="truncate">{chosen.label}</span>
        <span className="ml-auto shrink-0 text-ink-soft">{chosen.detail}</span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-soft" />
      </Base.Trigger>
      <Base.Portal container={container}>
        <Base.Positioner sideOffset={4} className="z-60">
          <Base.Popup
            aria-label={searchLabel}
            className="flex max-h-[min(22rem,var(--available-height))] w-(--anchor-width) flex-col rounded-control border border-line bg-surface shadow-float"
          >
            <div className="flex shrink-0 items-center gap-2 border-b border-line px-3 text-ink-soft">
              <Search aria-hidden className="size-4 shrink-0" />
              <Base.Input
                aria-label={searchLabel}
                placeholder={searchLabel}
                spellCheck={false}
                autoComplete="off"
                className="h-10 min-w-0 grow bg-transparent text-sm text-ink outline-none pointer-coarse:text-base"
              />
            </div>
            <Base.Empty className="px-3 text-sm text-ink-soft not-empty:py-3">{emptyText}</Base.Empty>
            <Base.List className="min-h-0 scroll-py-1 overflow-y-auto overscroll-contain p-1 data-empty:p-0">
              {(value: string) => (
                <Base.Item
                  key={value}
                  value={value}
                  className="flex min-h-8 items-center gap-2 rounded-md py-1 pr-3 pl-2 text-sm outline-none data-highlighted:bg-accent-soft pointer-coarse:min-h-11"
                >
                  <span className="size-4 shrink-0">
                    <Base.ItemIndicator>
                      <Check aria-hidden className="size-4 text-accent" />
                    </Base.ItemIndicator>
                  </span>
                  <span className="min-w-0 grow truncate">{found(value).label}</span>
                  <span className="shrink-0 text-ink-soft">{found(value).detail}</span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Every word that was typed has to be in it, in any order. */
function isFound({ label, detail = '', words = '' }: FoundOption, query: string): boolean {
  const text = plain(`${label} ${detail} ${words}`);
  return plain(query)
    .split(' ')
    .every((word) => text.includes(word));
}

const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll(/[_/]/g, ' ').trim().toLowerCase();
