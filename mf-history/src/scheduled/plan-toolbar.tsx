import { Button, PageFilter, SearchField, SegmentedControl } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarRange, ListChecks, Table2, Undo2 } from 'lucide-react';
import { PeriodChoice } from './period-choice.tsx';
import { allPages } from './queries.ts';
import { RepeatingButton } from './recurring/repeating-button.tsx';
import { SheetsMenu } from './sheets/sheets-menu.tsx';
import { useIsNarrow } from './use-is-narrow.ts';
import type { PlanAddress, usePlanAddress } from './use-plan-address.ts';

interface ToolbarProps {
  readonly address: PlanAddress;
  readonly onChange: ReturnType<typeof usePlanAddress>[1];
  /** Takes the last change back; null when there is none. */
  readonly onUndo: (() => void) | null;
  readonly isSelecting: boolean;
  readonly onSelect: (isOn: boolean) => void;
}

/** On a phone two in a row of one width, as far as their words leave room for it. */
const ACTIONS = 'contents max-sm:grid max-sm:w-full max-sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] max-sm:gap-2';

/** How the plan is shown, and what of it. */
export function PlanToolbar({
  address: { view, period, filter },
  onChange,
  onUndo,
  isSelecting,
  onSelect,
}: ToolbarProps) {
  const isNarrow = useIsNarrow();
  const pages = useQuery(allPages()).data ?? [];
  return (
    <div role="search" aria-label="Scheduled posts" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <SegmentedControl
        label="Show as"
        value={view}
        onValueChange={(next) => onChange({ view: next })}
        options={[
          { value: 'calendar', label: 'Calendar', icon: <CalendarDays aria-hidden /> },
          { value: 'table', label: 'Table', icon: <Table2 aria-hidden /> },
        ]}
      />
      {isNarrow && view === 'calendar' && (
        <PeriodChoice period={period} onChange={(next) => onChange({ period: next })} />
      )}
      <PlanActions
        onPlan={() => onChange({ weekOf: filter.facebookPageId ?? 'any' })}
        onUndo={onUndo}
        isSelecting={isSelecting}
        onSelect={onSelect}
      />
      <div className="ml-auto flex min-w-0 grow gap-2 max-sm:w-full sm:max-w-md">
        <PageFilter
          aria-label="Filter by page"
          pages={pages}
          value={String(filter.facebookPageId ?? '')}
          className="max-w-2/5 shrink-0"
          onValueChange={(id) => onChange({ facebookPageId: id === '' ? null : Number(id) })}
        />
        <SearchField
          label="Search posts"
          value={filter.text ?? ''}
          onSearch={(text) => onChange({ text })}
          className="grow"
        />
      </div>
    </div>
  );
}

function PlanActions({
  onPlan,
  onUndo,
  isSelecting,
  onSelect,
}: Pick<ToolbarProps, 'onUndo' | 'isSelecting' | 'onSelect'> & { onPlan: () => void }) {
  return (
    <div className={ACTIONS}>
      <Button icon={<CalendarRange aria-hidden />} onClick={onPlan}>
        Weekly plan
      </Button>
      <RepeatingButton />
      <SheetsMenu />
      <SelectButton isOn={isSelecting} onTurn={onSelect} />
      {onUndo !== null && (
        <Button icon={<Undo2 aria-hidden />} onClick={onUndo}>
          Undo last change
        </Button>
      )}
    </div>
  );
}

function SelectButton({ isOn, onTurn }: { isOn: boolean; onTurn: (isOn: boolean) => void }) {
  return (
    <Button
      icon={<ListChecks aria-hidden />}
      aria-pressed={isOn}
      variant={isOn ? 'primary' : 'secondary'}
      onClick={() => onTurn(!isOn)}
    >
      Select
    </Button>
  );
}
