import { Button, NativeSelect, SearchField, SegmentedControl } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Table2, Undo2 } from 'lucide-react';
import { allPages } from './queries.ts';
import type { PlanAddress, usePlanAddress } from './use-plan-address.ts';

/** How the plan is shown, and what of it. */
export function PlanToolbar({
  address: { view, filter },
  onChange,
  onUndo,
}: {
  address: PlanAddress;
  onChange: ReturnType<typeof usePlanAddress>[1];
  /** Takes the last move back; null when there is none. */
  onUndo: (() => void) | null;
}) {
  const pages = useQuery(allPages()).data ?? [];
  const chosen = filter.facebookPageId;
  // A page that was removed may still have posts, and an address that asks for them.
  const isKnown = chosen === undefined || pages.some(({ id }) => id === chosen);
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
      {onUndo !== null && (
        <Button icon={<Undo2 aria-hidden />} onClick={onUndo}>
          Undo move
        </Button>
      )}
      <div className="ml-auto flex min-w-0 grow gap-2 max-sm:w-full sm:max-w-md">
        <NativeSelect
          aria-label="Filter by page"
          value={chosen ?? ''}
          className="w-2/5 shrink-0"
          onChange={(event) =>
            onChange({ facebookPageId: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
          }
        >
          <option value="">All pages</option>
          {!isKnown && <option value={chosen}>Unknown Page</option>}
          {pages.map((page) => (
            <option key={page.id} value={page.id}>
              {page.name}
            </option>
          ))}
        </NativeSelect>
        <SearchField
          label="Search in the text"
          value={filter.text ?? ''}
          onSearch={(text) => onChange({ text })}
          className="grow"
        />
      </div>
    </div>
  );
}
