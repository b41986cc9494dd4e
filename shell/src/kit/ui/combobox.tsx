import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown, Search } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { cn } from './cn.ts';
import { usePortalContainer } from '../runtime/portal.tsx';

/** `words`: what finds it beside its label. */
export interface FoundOption {
  value: string;
  label: string;
  detail?: string;
  words?: string;
  /** A small sign before the label. */
  picture?: ReactNode;
}

export interface ComboboxProps {
  id?: string;
  chosen: FoundOption;
  onValueChange: (value: string) => void;
  options: readonly FoundOption[];
  /** Called as the list opens, for options that take work to make. */
  onOpen?: () => void;
  searchLabel: string;
  emptyText: string;
  disabled?: boolean;
  /**
   * A field is as wide as its place; a chip as its words, and filled while it narrows something down: then its width is
   * the same before and after the name of what was chosen is known.
   */
  shape?: 'field' | 'chip' | 'filled-chip';
  className?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** One out of many: a button that opens a list with a field to search it. `chosen` need not be among the options. */
export function Combobox({ chosen, options, onValueChange, onOpen, disabled = false, ...props }: ComboboxProps) {
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
      <Trigger chosen={chosen} {...props} />
      <FoundList found={found} searchLabel={props.searchLabel} emptyText={props.emptyText} />
    </Base.Root>
  );
}

const SHAPES = {
  field:
    'w-full rounded-control border border-line-strong bg-surface px-3 text-sm disabled:cursor-not-allowed ' +
    'disabled:bg-sunken disabled:text-ink-soft min-h-9',
  chip:
    'max-w-56 rounded-full border border-line-strong bg-surface px-3 text-sm font-medium text-ink-soft ' +
    'hover:text-ink min-h-8',
  'filled-chip':
    'w-56 max-w-full justify-between rounded-full border border-accent bg-accent-soft px-3 text-sm font-medium ' +
    'min-h-8 text-accent',
} as const;

function Trigger({
  id,
  chosen: { label, detail, picture },
  shape = 'field',
  className,
  searchLabel: _searchLabel,
  emptyText: _emptyText,
  ...aria
}: Omit<ComboboxProps, 'options' | 'onValueChange' | 'onOpen' | 'disabled'>) {
  return (
    <Base.Trigger
      {...aria}
      {...(id !== undefined && { id })}
      className={cn(
        'inline-flex min-w-0 items-center gap-2 py-1 pointer-coarse:min-h-11 pointer-coarse:text-base',
        SHAPES[shape],
        className,
      )}
    >
      {picture}
      <span
        className={shape === 'field' ? 'flex min-w-0 grow flex-wrap justify-between gap-x-2 text-left' : 'truncate'}
      >
        <span className={cn('min-w-0 truncate', shape === 'field' && 'max-sm:whitespace-normal')}>{label}</span>
        {detail !== undefined && <span className="text-ink-soft">{detail}</span>}
      </span>
      <ChevronDown aria-hidden className={cn('shrink-0', shape === 'field' ? 'size-4 text-ink-soft' : 'size-3.5')} />
    </Base.Trigger>
  );
}

function FoundList({
  found,
  searchLabel,
  emptyText,
}: {
  found: (value: string) => FoundOption;
  searchLabel: string;
  emptyText: string;
}) {
  const container = usePortalContainer();
  return (
    <Base.Portal container={container}>
      <Base.Positioner sideOffset={4} align="start" className="z-60">
        <Base.Popup
          aria-label={searchLabel}
          className={
            'flex max-h-[min(22rem,var(--available-height))] ' +
            'w-[max(var(--anchor-width),min(20rem,var(--available-width)))] flex-col rounded-control border ' +
            'border-line bg-surface shadow-float'
          }
        >
          <div className="flex shrink-0 items-center gap-2 border-b border-line px-3 text-ink-soft">
            <Search aria-hidden className="size-4 shrink-0" />
            <Base.Input
              aria-label={searchLabel}
              placeholder={searchLabel}
              spellCheck={false}
              autoComplete="off"
              // What is typed here looks for something, and is nothing to keep.
              type="search"
              className={
                'min-h-10 min-w-0 grow bg-transparent text-sm text-ink outline-none pointer-coarse:min-h-11 ' +
                'pointer-coarse:text-base [&::-webkit-search-cancel-button]:hidden'
              }
            />
          </div>
          <Base.Empty className="px-3 text-sm text-ink-soft not-empty:py-3">{emptyText}</Base.Empty>
          <Base.List className="min-h-0 scroll-py-1 overflow-y-auto overscroll-contain p-1 data-empty:p-0">
            {(value: string) => <FoundItem key={value} option={found(value)} />}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

function FoundItem({ option: { value, label, detail, picture } }: { option: FoundOption }) {
  return (
    <Base.Item
      value={value}
      className={
        'flex min-h-8 items-center gap-2 rounded-md py-1 pr-3 pl-2 text-sm outline-none ' +
        'data-highlighted:bg-accent-soft pointer-coarse:min-h-11'
      }
    >
      <span className="size-4 shrink-0">
        <Base.ItemIndicator>
          <Check aria-hidden className="size-4 text-accent" />
        </Base.ItemIndicator>
      </span>
      {picture}
      <span className="min-w-0 grow truncate">{label}</span>
      <span className="shrink-0 text-ink-soft">{detail}</span>
    </Base.Item>
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
